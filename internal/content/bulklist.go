package content

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/plan"
)

// changesList reports whether the values of a list are added or removed, and no value is set
// (decision 369).
func (b *Bulk) changesList() bool { return b.Add != nil || b.Remove != nil }

// checkList refuses values for what is no list of scalars, and those that it never holds.
func (b *bulkRun) checkList() error {
	if !b.changesList() {
		return nil
	}
	if known := scalarLists(b.schema); !slices.Contains(known, b.Field) {
		return unknownField("field", "This field is not a list of texts, numbers, or true and false.", b.Field, known)
	}
	param, values := "add", b.Add
	if values == nil {
		param, values = "remove", b.Remove
	}
	switch {
	case b.Add != nil && b.Remove != nil:
		return refusedParam("remove", "Must be missing where add is there.")
	case b.Value != nil:
		return refusedParam(param, "Must be missing where value is there.")
	}
	return checkScalars(param, values)
}

// scalarLists are the properties that are lists of scalars.
func scalarLists(s *plan.Schema) []string {
	return slices.DeleteFunc(propertiesOf(s), func(name string) bool { return !s.ListsScalars(name) })
}

// maxListed is how many values are added or removed at most: each is looked for in the list of
// each entry.
const maxListed = 200

func checkScalars(param string, values []any) error {
	if len(values) == 0 || len(values) > maxListed {
		d := refusedParam(param, fmt.Sprintf("Must have 1 to %d values.", maxListed))
		d.Expected = maxListed
		return d
	}
	for i, v := range values {
		switch v.(type) {
		case nil, []any, map[string]any:
			d := refusedParam(param, "Must be a text, a number, or true or false.")
			d.Path += jsonvalue.Pointer(strconv.Itoa(i))
			return d
		}
	}
	return nil
}

// valueFor is what the field of an entry shall hold whose data, with its draft, are held. Who
// saves the value has to pin the entry and the draft: a list is made of what they hold.
func (b *bulkRun) valueFor(held map[string]any, e *Entry, pending *PendingDraft) (any, error) {
	if !b.changesList() {
		return b.Value, nil
	}
	is := held[b.Field]
	list, isList := is.([]any)
	if !isList && is != nil { // an older Schema had something else there
		return nil, diag.At(diag.InputValidationFailed, "data#"+jsonvalue.Pointer(b.Field), "The field does not hold a list.")
	}
	after := b.listOf(list)
	switch {
	case len(after) == len(list):
		return is, nil
	case len(after) == 0 && pending != nil && e.Data[b.Field] == nil:
		return nil, nil // as it was before the draft added to it
	}
	return after, nil
}

// listOf is a list with those of Add at its end that it does not hold, and without those of
// Remove.
func (b *Bulk) listOf(list []any) []any {
	after := slices.Clone(list)
	for _, v := range b.Add {
		if !isAmong(v, after) {
			after = append(after, v)
		}
	}
	return slices.DeleteFunc(after, func(v any) bool { return isAmong(v, b.Remove) })
}

func isAmong(v any, list []any) bool {
	return slices.ContainsFunc(list, func(each any) bool { return jsonvalue.Equal(each, v) })
}
