package layout

import (
	"testing"

	"github.com/quartet-dev/quartet/internal/plan"
)

// Two processes may write to one table where a row of either is right for the other:
// each case is asked in both directions.
func TestRulesAgreeWhereEitherRowFitsBoth(t *testing.T) {
	const shared = `$defs: { size: { type: integer } }, properties: { title: { type: string }, sizes: { type: array, items: { $ref: "#/$defs/size" } } }`
	of := func(root, keys string) *plan.Schema { return rooted(t, root, keys) }
	for name, test := range map[string]struct {
		one, other *plan.Schema
		want       bool
	}{
		"the same":                     {of(shared, ""), of(shared, ""), true},
		"another title":                {of(shared, ""), of(`title: Notes, `+shared, ""), true},
		"an index":                     {of(shared, ""), of(shared, "  indexes: [[title]]"), true},
		"a unique index":               {of(shared, ""), of(shared, "  uniqueIndexes: [[title]]"), false},
		"localized":                    {of(`properties: { a: {} }`, ""), of(`properties: { a: {}, locale: { type: string } }`, "  localized: true"), false},
		"a lifecycle":                  {of(shared, ""), of(shared, "  lifecycle: operational"), false},
		"an optional property":         {of(`properties: { a: {} }`, ""), of(`properties: { a: {}, b: { type: string, maxLength: 3 } }`, ""), true},
		"a definition":                 {of(`properties: { a: {} }`, ""), of(shared, ""), true},
		"another definition":           {of(shared, ""), of(`$defs: { size: { type: integer, maximum: 3 } }, properties: { title: { type: string }, sizes: { type: array, items: { $ref: "#/$defs/size" } } }`, ""), false},
		"a required property":          {of(`properties: { a: {} }`, ""), of(`required: [b], properties: { a: {}, b: {} }`, ""), false},
		"a property that is required":  {of(`properties: { a: {} }`, ""), of(`required: [a], properties: { a: {} }`, ""), false},
		"a stamped property":           {of(`properties: { a: {} }`, ""), of(`properties: { a: {}, b: { type: string, x-service-bind: ctx.user } }`, ""), false},
		"one stamped inside":           {of(`properties: { a: {} }`, ""), of(`properties: { a: {}, b: { type: object, properties: { by: { type: string, x-service-bind: ctx.user } } } }`, ""), false},
		"a wider rule":                 {of(`properties: { a: { type: string, maxLength: 3 } }`, ""), of(`properties: { a: { type: string, maxLength: 4 } }`, ""), false},
		"a nested property":            {of(`properties: { a: { type: object, properties: { b: {} } } }`, ""), of(`properties: { a: { type: object, properties: { b: {}, c: { type: string } } } }`, ""), false},
		"more that may be sent":        {of(`properties: { a: {} }`, ""), of(`additionalProperties: false, properties: { a: {} }`, ""), false},
		"a number in another spelling": {of(`properties: { a: { type: number, minimum: 1 } }`, ""), of(`properties: { a: { type: number, minimum: 1.0 } }`, ""), true},
		"one way of two, and a property": {
			of(`oneOf: [{ required: [a] }, { required: [c] }], properties: { a: {}, c: {} }`, ""),
			of(`oneOf: [{ required: [a] }, { required: [c] }], properties: { a: {}, c: {}, b: {} }`, ""), false,
		},
		"one way of two, and an index": {
			of(`oneOf: [{ required: [a] }, { required: [c] }], properties: { a: { type: string }, c: {} }`, ""),
			of(`oneOf: [{ required: [a] }, { required: [c] }], properties: { a: { type: string }, c: {} }`, "  indexes: [[a]]"), true,
		},
	} {
		if one, other := agree(test.one.Rules(), test.other.Rules()), agree(test.other.Rules(), test.one.Rules()); one != test.want || other != test.want {
			t.Errorf("%s: %t one way and %t the other", name, one, other)
		}
	}
}

// Programs that saved no rules agree with nobody.
func TestRulesThatWereNotSavedAgreeWithNone(t *testing.T) {
	rules := rooted(t, `properties: { a: {} }`, "").Rules()
	for _, saved := range []string{"", "null", "[]", "{", `"x"`} {
		if agree([]byte(saved), rules) || agree(rules, []byte(saved)) {
			t.Errorf("%q agrees", saved)
		}
	}
}

// What is left of a dropped property has no column that an older process could write.
func TestATableWithoutAColumnIsNotWritten(t *testing.T) {
	whole, less := schema(t, plain, ""), schema(t, `title: { type: string }`, "")
	if found := (Layouts{"notes": Of(less)}); found.Take(whole) {
		t.Error("it is written without its column")
	}
	if found := (Layouts{"notes": Of(whole)}); !found.Take(less) || len(found.Beside(less)) != 1 || len(found.Beside(whole)) != 0 {
		t.Errorf("less is taken: %t, beside it %v", found.Take(less), found.Beside(less))
	}
}
