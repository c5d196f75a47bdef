package content

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/plan"
)

// maxTerm is the longest search term or filter value, in characters
// (interface.md, Limits).
const maxTerm = 200

// criteria checks what a staff surface asks for: INPUT_VALIDATION_FAILED at
// input#/search or input#/filter.<field> for a term or value of more than 200
// characters, for a field that is not among filterable, and for a value that
// its column never has.
func criteria(term string, searched []string, filter map[string]string, filterable []string, column func(string) *plan.Column) (plan.Criteria, error) {
	n := plan.Criteria{Searched: searched}
	if term != "" {
		n.Terms = []string{term}
	}
	if err := CheckTerm("search", term); err != nil {
		return n, err
	}
	var err error
	n.Equal, err = equalities("filter.", filter, filterable, column)
	return n, err
}

// equalities are values by field, as a staff surface says them behind a prefix.
func equalities(prefix string, said map[string]string, known []string, column func(string) *plan.Column) (all []plan.Equality, err error) {
	for _, field := range slices.Sorted(maps.Keys(said)) {
		name := prefix + field
		if err := checkField(name, field, said[field], known, "You cannot filter by this field."); err != nil {
			return nil, err
		}
		value, ok := typed(said[field], column(field))
		if !ok {
			return nil, refusedParam(name, "The field never has such a value.")
		}
		all = append(all, plan.Equality{Field: field, Values: []any{value}})
	}
	return all, nil
}

// CheckTerm is INPUT_VALIDATION_FAILED at input#/<param> for what is no search
// term or filter value: text of more than 200 characters, or that JSON cannot hold.
func CheckTerm(param, text string) error {
	switch {
	case !jsonvalue.ValidString(text):
		return refusedParam(param, "Must be UTF-8 without NUL.")
	case utf8.RuneCountInString(text) > maxTerm:
		d := refusedParam(param, "Must have at most 200 characters.")
		d.Expected = maxTerm
		return d
	}
	return nil
}

// typed reads a text as a value of the column; nil, and a column of many kinds,
// take the text.
func typed(text string, c *plan.Column) (any, bool) {
	if c == nil {
		return text, true
	}
	switch c.Kind() {
	case plan.IntegerColumn:
		n, err := strconv.ParseInt(text, 10, 64)
		return n, err == nil
	case plan.RealColumn:
		f, err := strconv.ParseFloat(text, 64)
		return f, err == nil && !math.IsInf(f, 0) && !math.IsNaN(f)
	case plan.BooleanColumn:
		return text == "true", text == "true" || text == "false"
	case plan.TextColumn, plan.MixedColumn, plan.JSONColumn:
	}
	return text, true
}

func refusedParam(name, message string) *diag.Diagnostic {
	return diag.At(diag.InputValidationFailed, "input#"+jsonvalue.Pointer(name), message)
}
