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

// criteria checks what staff ask of a View: INPUT_VALIDATION_FAILED at
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
	for _, field := range slices.Sorted(maps.Keys(filter)) {
		value, err := filterValue("filter."+field, field, filter[field], filterable, column)
		if err != nil {
			return n, err
		}
		n.Equal = append(n.Equal, plan.Equality{Field: field, Values: []any{value}})
	}
	return n, nil
}

// filterValue is the value that a field is filtered by, as one of its column.
func filterValue(param, field, text string, filterable []string, column func(string) *plan.Column) (any, error) {
	if err := checkField(param, field, text, filterable, "You cannot filter by this field."); err != nil {
		return nil, err
	}
	return typedParam(param, text, column(field))
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

// typedParam is typed, and INPUT_VALIDATION_FAILED at input#/<param> for what the column
// never has.
func typedParam(param, text string, c *plan.Column) (any, error) {
	value, ok := typed(text, c)
	if !ok {
		return nil, refusedParam(param, "The field never has such a value.")
	}
	return value, nil
}

func refusedParam(name, message string) *diag.Diagnostic {
	return diag.At(diag.InputValidationFailed, "input#"+jsonvalue.Pointer(name), message)
}
