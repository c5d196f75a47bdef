package content

import (
	"context"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/principal"
)

// VersionData is what a version held of the properties that the Schema still declares.
func VersionData(schema *plan.Schema, state *audit.State) (map[string]any, error) {
	data := make(map[string]any, len(state.Data))
	for name, text := range state.Data {
		if schema.Property(name) == nil {
			continue
		}
		value, err := jsonvalue.Decode(text, storedLimits)
		if err != nil {
			return nil, diag.Internal(err)
		}
		data[name] = value
	}
	return data, nil
}

// VersionChanges are the properties that the Schema still declares and a change made
// otherwise, in their order; nil where its record does not tell.
func VersionChanges(schema *plan.Schema, record *audit.Record) ([]string, error) {
	changed, known, err := record.Changed()
	if err != nil {
		return nil, diag.Internal(err)
	}
	if !known {
		return nil, nil
	}
	names := []string{}
	for _, property := range schema.Properties() {
		if changed[property.Name()] {
			names = append(names, property.Name())
		}
	}
	return names, nil
}

// Seen is the state of an entry that somebody saw: its version, and the counter of its
// pending draft, 0 for none.
type Seen struct{ Version, Draft int64 }

// Restore writes what a version held over an entry as it was seen, as a draft: all of it, or
// one property. CONFLICT when the entry or its draft is another one. It is a change like any other, checked, and refused where the caller may not
// make it. An entry that says the same already stays as it is.
func (d StaffEntries) Restore(ctx context.Context, collection, id string, state *audit.State, field string, seen Seen) (*Entry, error) {
	if err := d.caller.NeedRole(principal.Contributor); err != nil {
		return nil, err
	}
	schema, e, err := d.service.pinned(ctx, edit, collection, id, seen.Version)
	if err != nil {
		return nil, err
	}
	return d.restoreAsDraft(ctx, schema, e, state, field, seen.Draft)
}

// restoring is the patch from what an entry holds to what a version held. A property that
// was not there is removed. All of a version leaves out what a translation is joined by:
// its entry may have another value since, and the translation is of that entry still.
func restoring(schema *plan.Schema, now map[string]any, state *audit.State, field string) (map[string]any, error) {
	if field != "" && schema.Property(field) == nil {
		return nil, undeclared(schema, field)
	}
	was, err := VersionData(schema, state)
	if err != nil {
		return nil, err
	}
	patch := make(map[string]any)
	for _, c := range schema.Properties() {
		name := c.Name()
		value, held := was[name]
		present, has := now[name]
		if !isRestored(schema, name, field) || held == has && jsonvalue.Equal(value, present) {
			continue
		}
		patch[name] = value // nil for none
	}
	return patch, nil
}

func isRestored(schema *plan.Schema, name, field string) bool {
	if field != "" {
		return name == field
	}
	t := schema.Translation()
	return t == nil || name != t.On && name != "locale"
}
