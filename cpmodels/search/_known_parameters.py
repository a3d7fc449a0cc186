"""What each parameter of CP-SAT may do to a proof, and so whether a caller may set it.

Most parameters say how CP-SAT searches, and can be set at will.  Those that make it stop early can be set, too: what it
has proved then, it says itself.  Others would make a wrong count or optimum look proved, or end the program, and are
refused; so are those of a later OR-Tools that nobody has looked at yet.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from ortools.sat.python import cp_model

from cpmodels.errors import ParameterError


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


PROOFS: Mapping[str, Any] = MappingProxyType(
    {
        "enumerate_all_solutions": False,
        "fill_tightened_domains_in_response": False,
        "fix_variables_to_their_hinted_value": False,
        "instantiate_all_variables": True,
        "keep_all_feasible_solutions_in_presolve": True,
        "presolve_inclusion_work_limit": 0,
        "push_all_tasks_toward_start": False,
        "use_exact_lp_reason": True,
        "use_optional_variables": False,
    }
)
"""Parameters that change which solutions there are, with the only value under which a proof is one.

`fill_tightened_domains_in_response` loses solutions of some models (OR-Tools 9.15), and so does the presolve step that
`presolve_inclusion_work_limit` is of (issue 5293)."""

ENDS_THE_PROGRAM = frozenset({"cut_max_active_count_value"})
"""Parameters that OR-Tools checks too late, by ending the process."""

OF_THE_LIBRARY: Mapping[str, str] = MappingProxyType(
    {
        "catch_sigint_signal": "the library handles Ctrl-C",
        "log_to_stdout": "log_search_progress=true logs to standard error",
        "num_search_workers": "its name is num_workers now",
        "subsolver_params": "a preset is a set of parameters",
    }
)
"""Parameters that the library sets itself, with what to know instead."""

REFUSED = ("check_", "debug_", "mip_", "output_")
"""Beginnings of parameters that check or write proofs, end the program on purpose, or round numbers that are none."""

STOPS = _names("""
    absolute_gap_limit max_deterministic_time max_memory_in_mb max_num_deterministic_batches max_number_of_conflicts
    max_time_in_seconds only_solve_ip relative_gap_limit stop_after_first_solution stop_after_presolve
    stop_after_root_propagation use_lns_only use_ls_only use_probing_search
    """)
"""Parameters by which CP-SAT stops early, or searches without an end: its status then claims no proof, and where it
does, for an objective within a gap, `cpmodels.search._race.best` does not believe it."""

MOST: Mapping[str, int] = MappingProxyType(
    {
        "extra_subsolvers": 100,
        "max_integer_rounding_scaling": 10**6,
        "num_full_subsolvers": 10_000,
        "subsolvers": 100,
    }
)
"""Parameters that say how much CP-SAT does before it looks at its clock: the most, of numbers or entries, that takes it
but a moment.  It refuses too much of other things itself, such as too many workers."""

FAMILIES = (
    *("clause_", "cp_model_", "feasibility_jump_", "glucose_", "inprocessing_", "lns_", "polarity_", "restart_"),
    *("routing_cut_", "share_", "shared_tree_", "shaving_", "solution_pool_", "violation_ls_"),
)
"""Beginnings of parameters that say how one part of CP-SAT works, newer ones of the same part included."""

STRATEGY = _names("""
    add_cg_cuts add_clique_cuts add_lin_max_cuts add_lp_constraints_lazily add_mir_cuts add_objective_cut add_rlt_cuts
    add_zero_half_cuts also_bump_variables_in_conflict_reasons alternative_pool_size at_most_one_max_expansion_size
    auto_detect_greater_than_at_least_one_of binary_minimization_algorithm binary_search_num_conflicts
    blocking_restart_multiplier blocking_restart_window_size boolean_encoding_level
    chronological_backtrack_min_conflicts convert_intervals core_minimization_level count_assumption_levels_in_lbd
    cover_optimization create_1uip_boolean_during_icr cut_active_count_decay cut_cleanup_target cut_level
    decision_subsumption_during_conflict_analysis default_restart_algorithms detect_linearized_product
    detect_table_with_cost disable_constraint_expansion diversify_lns_params eagerly_subsume_last_n_conflicts
    encode_complex_linear_constraint_with_integer encode_cumulative_as_reservoir expand_alldiff_constraints
    expand_reservoir_constraints expand_reservoir_using_circuit exploit_all_lp_solution exploit_all_precedences
    exploit_best_solution exploit_integer_lp_solution exploit_objective exploit_relaxation_solution extra_subsolvers
    extra_subsumption_during_conflict_analysis fill_additional_solutions_in_response filter_sat_postsolve_clauses
    filter_subsolvers find_big_linear_overlap find_clauses_that_are_exactly_one find_multiple_cores fp_rounding
    hint_conflict_limit ignore_names ignore_subsolvers infer_all_diffs initial_polarity initial_variables_activity
    interleave_batch_size interleave_search keep_symmetry_in_presolve lb_relax_num_workers_threshold linear_split_size
    linearization_level load_at_most_ones_in_sat_presolve log_prefix log_search_progress log_subsolver_statistics
    log_to_response lp_dual_tolerance lp_primal_tolerance max_all_diff_cut_size max_alldiff_domain_size
    max_backjump_levels max_clause_activity_value max_consecutive_inactive_count max_cut_rounds_at_level_zero
    max_domain_size_for_linear2_expansion max_domain_size_when_encoding_eq_neq_constraints max_drat_time_in_seconds
    max_integer_rounding_scaling max_lin_max_size_for_expansion max_num_cuts
    max_num_intervals_for_timetable_edge_finding max_pairs_pairwise_reasoning_in_no_overlap_2d max_presolve_iterations
    max_sat_assumption_order max_sat_reverse_assumption_order max_sat_stratification
    max_size_to_create_precedence_literals_in_disjunctive max_variable_activity_value
    maximum_regions_to_split_in_disconnected_no_overlap_2d merge_at_most_one_work_limit merge_no_overlap_work_limit
    min_orthogonality_for_lp_constraints minimization_algorithm minimize_reduction_during_pb_resolution
    minimize_shared_clauses name new_constraints_batch_size new_linear_propagation no_overlap_2d_boolean_relations_limit
    num_conflicts_before_strategy_changes num_full_subsolvers num_violation_ls num_workers only_add_cuts_at_level_zero
    optimize_with_core optimize_with_lb_tree_search optimize_with_max_hs pb_cleanup_increment pb_cleanup_ratio
    permute_presolve_constraint_order permute_variable_randomly polish_lp_solution preferred_variable_order
    presolve_blocked_clause presolve_bva_threshold presolve_bve_clause_weight presolve_bve_threshold
    presolve_extract_integer_enforcement presolve_probing_deterministic_time_limit presolve_substitution_level
    presolve_use_bva probing_deterministic_time_limit probing_num_combinations_limit propagation_loop_detection_factor
    pseudo_cost_reliability_threshold random_branches_ratio random_polarity_ratio random_seed randomize_search
    remove_fixed_variables_early repair_hint root_lp_iterations save_lp_basis_in_lb_tree_search search_branching
    search_random_variable_pool_size strategy_change_increase_ratio subsolvers subsume_during_vivification
    subsumption_during_conflict_analysis symmetry_detection_deterministic_time_limit symmetry_level
    table_compression_level transitive_precedences_work_limit use_absl_random use_all_different_for_circuit
    use_area_energetic_reasoning_in_no_overlap_2d use_blocking_restart use_chronological_backtracking
    use_combined_no_overlap use_conservative_scale_overload_checker use_disjunctive_constraint_in_cumulative
    use_dual_scheduling_heuristics use_dynamic_precedence_in_cumulative use_dynamic_precedence_in_disjunctive
    use_energetic_reasoning_in_no_overlap_2d use_erwa_heuristic use_extended_probing use_feasibility_jump
    use_feasibility_pump use_hard_precedences_in_cumulative use_implied_bounds use_lb_relax_lns
    use_linear3_for_no_overlap_2d_precedences use_lns use_new_integer_conflict_resolution use_objective_lb_search
    use_objective_shaving_search use_optimization_hints use_overload_checker_in_cumulative use_pb_resolution
    use_phase_saving use_precedences_in_disjunctive_constraint use_rins_lns use_sat_inprocessing use_shared_tree_search
    use_strong_propagation_in_disjunctive use_symmetry_in_lp use_timetable_edge_finding_in_cumulative
    use_timetabling_in_no_overlap_2d use_try_edge_reasoning_in_no_overlap_2d variable_activity_decay
    variables_shaving_level
    """)
"""The other parameters of OR-Tools 9.15 that say how it searches, presolves, propagates and logs.

Each of them was set to several values, one at a time, and no count or optimum came out wrong (the tests do so)."""


def refuse(parameters: cp_model.SatParameters, name: str) -> None:
    """Raise ParameterError when a parameter that was given has a value that may invalidate a proof."""
    if name in OF_THE_LIBRARY:
        why = f"belongs to the library: {OF_THE_LIBRARY[name]}"
    elif name in PROOFS:
        if getattr(parameters, name) == PROOFS[name]:
            return
        why = f"would make the result no proof: it stays {str(PROOFS[name]).lower()}"
    elif name in MOST and _amount(getattr(parameters, name)) > MOST[name]:
        why = f"takes at most {MOST[name]:,}: with more, CP-SAT would rarely check its time limit"
    elif name in ENDS_THE_PROGRAM or name.startswith(REFUSED):
        why = "is not for a search: it may end the program, write files, or round"
    elif name in STRATEGY or name in STOPS or name.startswith(FAMILIES):
        return
    else:
        why = "is not known to cpmodels, and the result might be no proof"
    raise ParameterError(f"the CP-SAT parameter {name} {why}")


def _amount(value: Any) -> int:
    """A number, or how many entries a list has."""
    return value if isinstance(value, int) else len(value)
