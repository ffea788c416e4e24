// All that a message may say of a result beside its status: one list.
#pragma once

#include <initializer_list>
#include <span>
#include <string>

#include "run/task.hpp"

namespace cuboid::algorithm {

/// X(code, condition, sentence, on_one_axis).  A sentence begins with what to do, or else with what
/// happened, and takes at most 200 characters, none of them a semicolon; {}: a number or a word.
/// {text}: is left out where none of the methods in it can be tried; {text|other}: other stands
/// there where the part in braces before it is left out.
/// on_one_axis: the sentence in one dimension, where there are no ridges, and `line` finds jumps;
/// "": the same.
#define CUBOID_REMARKS(X)                                                                          \
  /* cubature */                                                                                   \
  X(all_the_same, "cuhre has seen one value and no other",                                         \
    "raise mineval or give narrower limits if something small is expected: all values were the "   \
    "same",                                                                                        \
    "")                                                                                            \
  X(no_room_to_probe, "the rules are accurate, but nothing is left for probes",                    \
    "raise maxeval: the accuracy seems reached, but there is no room to look between the points",  \
    "")                                                                                            \
  X(stands_out, "a probe has found something that is not resolved",                                \
    "raise maxeval: something small stands out between the points, and is not resolved yet", "")   \
  X(still_moves, "the error is that of the drift of the value",                                    \
    "raise maxeval: the value still moves, and its error is how far it seems to move on", "")      \
  X(few_points_saw, "much of the error is carried where null rules see nothing",                   \
    "try narrower limits{, or method = vegas_plus}: a narrow peak or ridge that only few points "  \
    "saw makes up much of the error",                                                              \
    "try narrower limits, or method = line: a narrow peak that only few points saw makes up "      \
    "much of the error")                                                                           \
  X(parts_cancel, "of what the rules add up, hardly anything is left",                             \
    "set epsabs, which alone bounds the accuracy of a sum near zero: positive and negative parts " \
    "cancel nearly all of each other",                                                             \
    "")                                                                                            \
  X(only_rounding, "the error of what misses the accuracy is that of rounding",                    \
    "raise epsrel or epsabs: the error is that by which sums are rounded, and more evaluations "   \
    "do not make "                                                                                 \
    "it smaller",                                                                                  \
    "")                                                                                            \
  X(splitting_in_vain, "much of the error is where the integrand stays rough",                     \
    "cut the box or turn the axes{, or try method = vegas_plus or lattice}: splitting makes the "  \
    "regions hardly any smoother, as at jumps, along a ridge or in many dimensions",               \
    "cut the range where the integrand is not smooth, or try method = line: splitting makes the "  \
    "regions hardly any smoother")                                                                 \
  X(coarse_end, "numbers do not resolve a singular end of an axis",                                \
    "shift the variable so that the singular end is 0, give a simplex singular = facets, map an "  \
    "infinite one, or use expm1 for exp(x) - 1: beside the {} end of x[{}], numbers hide what is " \
    "missing",                                                                                     \
    "")                                                                                            \
  X(diverging_end, "the integrand grows like 1/distance towards an end of an axis",                \
    "the integral diverges, or cannot be told from one that does: at the {} end of x[{}], the "    \
    "integrand grows as fast as 1/distance, or falls as slowly where that is infinite",            \
    "")                                                                                            \
  X(first_saw_little, "the value of pagani has grown tenfold since its first regions",             \
    "raise mineval or give narrower limits: the first {} points saw less than a tenth of the "     \
    "integral, and other such small parts may have been missed",                                   \
    "")                                                                                            \
  /* samples */                                                                                    \
  X(value_within_error, "a value is hardly larger than its error",                                 \
    "set epsabs, which alone bounds the accuracy of a zero: a value is {} its error, since "       \
    "positive and negative parts cancel, or the samples say nothing yet",                          \
    "")                                                                                            \
  X(zero_component, "a component was zero at all points, others were not",                         \
    "raise mineval or give narrower limits unless zero is the value: all values of a component "   \
    "were zero",                                                                                   \
    "")                                                                                            \
  X(effort, "maxeval is reached, and nothing else is to be said",                                  \
    "at this rate the accuracy takes about {} evaluations{: if the integrand is smooth, try "      \
    "method = cuhre or lattice}{, if it has jumps, ridges or peaks, divonne or vegas_plus|: if "   \
    "the integrand has jumps, ridges or peaks, try method = divonne or vegas_plus}",               \
    "at this rate the accuracy takes about {} evaluations: try method = line")                     \
  X(too_little_support, "the error is small by chance",                                            \
    "raise maxeval: the error is as small as asked for, but rests on too few of the samples, or "  \
    "varies too much from iteration to iteration, to be relied on yet",                            \
    "")                                                                                            \
  X(samples_agree, "the error is the allowance for what was not met",                              \
    "raise mineval or give narrower limits where something small is expected: the samples agree "  \
    "so well that the error is what so many may have missed",                                      \
    "")                                                                                            \
  X(found_late, "iterations at the beginning contradict the others",                               \
    "the first {} of {} iterations contradict the later ones and are left out, as with a narrow "  \
    "peak that is found late",                                                                     \
    "")                                                                                            \
  X(map_not_good, "iterations at the beginning would make the error larger",                       \
    "{} left out because the map was not yet good", "")                                            \
  X(one_iteration, "nothing can be compared",                                                      \
    "raise maxeval, or take fewer samples an iteration (nstart): the result rests on one "         \
    "iteration, which nothing confirms",                                                           \
    "")                                                                                            \
  X(iterations_differ, "chi-square is too large",                                                  \
    "try more samples an iteration (nstart, suave: nnew){, or method = vegas_plus or "             \
    "divonne}: the iterations contradict each other, as at jumps, ridges or peaks, and the "       \
    "error is not to be believed",                                                                 \
    "try method = line, or more samples an iteration (nstart, suave: nnew): the iterations "       \
    "contradict each other, and the error is not to be believed")                                  \
  X(heavy_tail, "one sample has much of the variance",                                             \
    "try variables in which the integrand is bounded, more samples (nstart, nnew) or "             \
    "narrower limits: single samples, as at a singularity, peak or ridge, make up an error "       \
    "not to be believed",                                                                          \
    "try method = line, or a variable in which the integrand is bounded: single samples, "         \
    "as at a singularity, make up an error that is not to be believed")                            \
  X(end_of_axis, "the map goes to the last number before the end of an axis",                      \
    "try a variable in which the integrand is bounded, or that is 0 at this end: the "             \
    "weight lies at an end of x[{}], where numbers are too far apart, and the error is "           \
    "not to be believed",                                                                          \
    "")                                                                                            \
  X(cut_peak, "a peak goes on behind a face, where samples met nothing",                           \
    "try a larger maxeval or narrower limits{, or method = cuhre}: a region ends within a peak "   \
    "or beside a jump, and the samples behind its face have met nothing of it",                    \
    "try a larger maxeval, narrower limits or method = line: a region ends within a peak, and "    \
    "the samples behind its face have met nothing of it")                                          \
  X(no_fresh_samples, "the search for regions has used up maxeval",                                \
    "raise maxeval: it leaves no fresh samples, and those that chose the regions look too good",   \
    "")                                                                                            \
  X(one_stands_out, "one sum of a series of divonne stands out",                                   \
    "try a larger maxeval or narrower limits{, or method = vegas_plus}: one of the samples met "   \
    "what the others missed, as with a peak or singularity, and the error is not to be "           \
    "believed",                                                                                    \
    "try a larger maxeval, narrower limits or method = line: one of the samples met what "         \
    "the others missed, and the error is not to be believed")                                      \
  X(no_limit, "a climb of divonne has no end",                                                     \
    "try variables in which the integrand is bounded, or narrower limits: it grows without "       \
    "limit towards a point, so fast that the error of samples is not to be believed",              \
    "")                                                                                            \
  X(great_values, "the sums of divonne are skewed",                                                \
    "try variables in which the integrand is bounded, or narrower limits: few of the samples met " \
    "great values, as with a singularity or a narrow peak",                                        \
    "")                                                                                            \
  X(started_over, "the map of an earlier run was not good",                                        \
    "the map to begin with misses a part of the integrand: begun anew", "")                        \
  /* lattices */                                                                                   \
  X(lattices_differ, "the last lattice contradicts all before it",                                 \
    "raise maxeval{, or try method = vegas_plus}: the last two lattices contradict each "          \
    "other, as with a peak that they have hardly met, and the error is not to be believed",        \
    "raise maxeval, or try method = line: the last two lattices contradict each other, and "       \
    "the error is not to be believed")                                                             \
  X(shift_stands_out, "one shift differs from the others",                                         \
    "raise maxeval{, or try method = vegas_plus}: one random shift differs from the others, "      \
    "since few points have met a peak, and the error is not to be believed",                       \
    "raise maxeval, or try method = line: one random shift differs from the others, and "          \
    "the error is not to be believed")                                                             \
  X(lattice_tail, "few points carry the sums of a lattice",                                        \
    "try variables in which the integrand is bounded{, or method = vegas_plus}: few points "       \
    "carry much of the sums, as with a singularity or peak, and the error is not to be "           \
    "believed",                                                                                    \
    "try method = line, or a variable in which the integrand is bounded: few points carry "        \
    "much of the sums, and the error is not to be believed")                                       \
  X(lattice_slow, "the error of the lattices falls hardly faster than that of samples",            \
    "{try method = vegas_plus: }the error falls hardly faster than by random points, as with "     \
    "jumps, "                                                                                      \
    "peaks, or many axes that matter alike",                                                       \
    "try method = line: the error falls hardly faster than by random points")                      \
  /* line */                                                                                       \
  X(diverges, "the tails of an end do not converge",                                               \
    "the integral diverges, is a principal value, or cannot be told from such ones, at x = {}",    \
    "")                                                                                            \
  X(tail_alternates, "the parts of a tail change their signs",                                     \
    "cut the range, or integrate from zero to zero and sum the series: the tail oscillates or "    \
    "changes its sign",                                                                            \
    "")                                                                                            \
  X(too_singular, "a piece of the line cannot be divided further",                                 \
    "shift the variable so that the singular point is 0, and make it a limit: near x = {} the "    \
    "integrand is too singular, or the integral diverges or is a principal value",                 \
    "")                                                                                            \
  X(numbers_too_far_apart, "an end is singular where numbers are coarse",                          \
    "shift the variable so that the singular end is 0: numbers near x = {} are too far apart for " \
    "what is missing there",                                                                       \
    "")                                                                                            \
  X(numbers_too_coarse, "the rounding of the points of a line is more than what was asked for",    \
    "shift the variable so that it begins at 0: numbers near x = {} are too far apart for this "   \
    "accuracy",                                                                                    \
    "")                                                                                            \
  /* results put together */                                                                       \
  X(results_differ, "chi-square of combined results is too large",                                 \
    "check that they are of the same integral: the results differ by more than their errors let "  \
    "expect",                                                                                      \
    "")                                                                                            \
  /* endings, instead of the sentence of the status */                                             \
  X(within_request, "not converged, with an error as small as asked for",                          \
    "the error is within the request, but not to be relied on", "")                                \
  X(no_room_to_confirm, "not converged with such an error at maxeval, with nothing else to say",   \
    "raise maxeval: the error is within the request, but so few evaluations do not confirm it",    \
    "")                                                                                            \
  X(far_off, "maxeval is reached, and nothing else is to be said but how far off the result is",   \
    "raise maxeval, ask for fewer digits, or cut the region at kinks and jumps: the error is {} "  \
    "times what was asked for",                                                                    \
    "raise maxeval or ask for fewer digits: the error is {} times what was asked for")             \
  X(no_evaluation_helps, "not converged, and ended before maxeval",                                \
    "the accuracy was not reached, and more evaluations would not help", "")                       \
  X(mineval_beyond_maxeval, "mineval > maxeval",                                                   \
    "raise maxeval or lower mineval: at least {} evaluations are asked for, and no more than {} "  \
    "are allowed",                                                                                 \
    "")                                                                                            \
  X(only_zeros, "no other value was seen",                                                         \
    "give narrower limits, a scale or points: the integrand was zero at all {} points: if zero "   \
    "may be the value, epsabs > 0 and mineval > 0 say how many zeros are enough",                  \
    "")                                                                                            \
  X(counted_as_zero, "nonfinite = zero",                                                           \
    "{} values of the integrand were NaN or infinite and counted as zero{}", "")                   \
  X(no_second_probe, "pagani has been accurate once, with few evaluations",                        \
    "raise maxeval: the accuracy seems reached, but there is no room for the second look that "    \
    "would confirm it",                                                                            \
    "")                                                                                            \
  X(regions_are_final, "no region can be divided",                                                 \
    "the regions that carry the error cannot be divided any further", "")                          \
  X(regions_fill_memory, "neither room nor slices are left",                                       \
    "raise memory_limit: the memory for regions did not reach the accuracy", "")                   \
  X(rule_overflows, "the sums of a rule are not finite",                                           \
    "scale the integrand, or an axis that runs to infinity: the sums of the rule overflow", "")    \
  X(ended_before, "whoever watches the run, or the call, has ended it",                            \
    "the run was ended before the accuracy was reached", "")

#define CUBOID_REMARK_CODE(code, ...) code,
enum class Remark { CUBOID_REMARKS(CUBOID_REMARK_CODE) };
#undef CUBOID_REMARK_CODE

struct RemarkEntry {
  const char *code, *condition, *sentence, *on_one_axis;
};

/// The list, by the numbers of Remark.
std::span<const RemarkEntry> remarks();

/// What the {} of a sentence stand for, one after the other.
using RemarkWords = std::initializer_list<std::string>;

/// With all methods that it proposes.  ndim: 0 where it does not matter.
std::string sentence_of(Remark remark, int ndim, RemarkWords words = {});

/// Where those methods are proposed alone that take so many dimensions and components, and are not
/// the one that has tried.
std::string sentence_of(Remark remark, const Result &result, RemarkWords words = {});

/// Adds it to what is said of the result already, or says it instead of that.
void add_remark(Result &result, Remark remark, RemarkWords words = {});
void say_alone(Result &result, Remark remark, RemarkWords words = {});

}  // namespace cuboid::algorithm
