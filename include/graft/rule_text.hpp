#pragma once

#include <graft/config.hpp>
#include <graft/rule_text/pattern_parser.hpp>
#include <graft/rule_text/rule_parser.hpp>
#include <graft/rule_text/rule_text.hpp>
#include <graft/rule_text/rule_words.hpp>
