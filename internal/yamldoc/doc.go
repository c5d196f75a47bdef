// Package yamldoc reads YAML 1.2 documents into trees in which every key and
// value knows its place in the file.
//
// It is stricter than YAML: merge keys are refused, alias expansions are
// bounded, keys are strings and unique, scalars follow the YAML 1.2 core schema
// (`on`, `no` and `yes` are strings) and become JSON values as
// internal/jsonvalue defines them (decision 1).
package yamldoc
