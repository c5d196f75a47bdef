package content

import (
	"fmt"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
)

// Test is what a condition asks of a field.
type Test string

// The tests of a condition. Both ends of a range belong to it. What has no value is not
// the value of IsNot, and does not hold the text of Lacks.
const (
	Is       Test = "filter"   // the field has the value; a field of Filterable
	IsNot    Test = "not"      // it has not; of Filterable
	Contains Test = "contains" // its text holds a term, in any case of its letters; of Texted
	Lacks    Test = "lacks"    // its text does not; of Texted
	From     Test = "from"     // it is the value or comes behind; of Ranged
	To       Test = "to"       // it is the value or comes before; of Ranged
	Empty    Test = "empty"    // it is empty for "true", and is not for "false"; any property
)

// Tests are all tests.
func Tests() []Test { return []Test{Is, IsNot, Contains, Lacks, From, To, Empty} }

// Condition is what a list wants of one field: a field of its entries, or behind
// TranslationField one of what translates them. Those without a Group must all hold, and of
// each group one must (decision 368).
type Condition struct {
	Test         Test
	Field, Value string
	Group        string
	Param        string // what a refusal calls it; "" for the test and the field
}

// TranslationField begins a field of a Condition that is a translation in a locale, "*"
// for any: alone, for Empty, whether there is one (decision 364); with a dot and the name of
// a field, that field of the translation. No property has such a name.
const TranslationField = "translation."

// anyLocale is the locale of a translation in any of them.
const anyLocale = "*"

// maxConditions is how many conditions a list has at most: each is looked at for each entry.
const maxConditions = 100

func (c Condition) param() string {
	if c.Param != "" {
		return c.Param
	}
	return string(c.Test) + "." + c.Field
}

// conditions turns what a list wants of fields into criteria. INPUT_VALIDATION_FAILED is at
// the parameter that names a field or a value that its test does not take.
func (s *Service) conditions(schema *plan.Schema, wanted []Condition) (n plan.Criteria, err error) {
	if len(wanted) > maxConditions {
		d := refusedParam(wanted[maxConditions].param(), fmt.Sprintf("A list has at most %d conditions.", maxConditions))
		d.Expected = maxConditions
		return n, d
	}
	groups := map[string]int{}
	for _, c := range wanted {
		one, err := s.condition(schema, c)
		if err != nil {
			return n, err
		}
		if c.Group == "" {
			n.And(one)
			continue
		}
		i, known := groups[c.Group]
		if !known {
			i = len(n.Groups)
			groups[c.Group], n.Groups = i, append(n.Groups, nil)
		}
		n.Groups[i] = append(n.Groups[i], one)
	}
	return n, nil
}

func (s *Service) condition(schema *plan.Schema, c Condition) (plan.Criteria, error) {
	if said, ok := strings.CutPrefix(c.Field, TranslationField); ok {
		if parts := translators(s.plan, schema); len(parts) > 0 {
			return onTranslation(c, said, parts)
		}
	}
	return onField(c, c.Field, schema)
}

// onTranslation asks for a translation: that there is none which does, where the test denies.
func onTranslation(c Condition, said string, parts []articlePart) (n plan.Criteria, err error) {
	locale, field, hasField := strings.Cut(said, ".")
	if locale == "" {
		return n, refusedParam(c.param(), "Must have a locale behind translation., or * for any.")
	}
	if err := CheckTerm(c.param(), locale); err != nil {
		return n, err
	}
	test := plan.TranslationTest{Locale: locale}
	if locale == anyLocale {
		test.Locale = ""
	}
	if !hasField {
		test.Not = c.Value == "true"
		for _, each := range parts {
			test.Parts = append(test.Parts, plan.TranslationPart{Joined: each.joined()})
		}
		n.Translations = []plan.TranslationTest{test}
		return n, checkEmptiness(c)
	}
	c.Param, test.Not = c.param(), c.denies()
	if test.Not {
		c = c.affirmed()
	}
	var known []string
	for _, each := range parts {
		known = append(known, propertiesOf(each.schema)...)
		if each.schema.Property(field) == nil {
			continue
		}
		where, err := onField(c, field, each.schema)
		if err != nil {
			return n, err
		}
		test.Parts = append(test.Parts, plan.TranslationPart{Joined: each.joined(), Where: where})
	}
	if len(test.Parts) == 0 {
		return n, unknownField(c.Param, "Translations have no such property.", field, known)
	}
	n.Translations = []plan.TranslationTest{test}
	return n, nil
}

func (c Condition) denies() bool {
	return c.Test == IsNot || c.Test == Lacks || c.Test == Empty && c.Value == "true"
}

// affirmed is what a condition that denies does not want.
func (c Condition) affirmed() Condition {
	switch c.Test {
	case IsNot:
		c.Test = Is
	case Lacks:
		c.Test = Contains
	case Empty:
		c.Value = "false"
	case Is, Contains, From, To:
	}
	return c
}

// onField asks for a field of the entries of a Schema.
func onField(c Condition, field string, schema *plan.Schema) (n plan.Criteria, err error) {
	switch c.Test {
	case Is:
		n.Equal, err = equality(c, field, schema)
	case IsNot:
		n.Unequal, err = equality(c, field, schema)
	case Contains, Lacks:
		n.Holding = []plan.Holding{{Field: field, Term: c.Value, Not: c.Test == Lacks}}
		err = checkField(c.param(), field, c.Value, Texted(schema), "This field does not hold a text.")
	case From, To:
		n.Ranges, err = rangeEnd(c, field, schema)
	case Empty:
		n.Empty = []plan.Emptiness{{Field: field, Not: c.Value == "false"}}
		if schema.Property(field) == nil {
			return n, unknownField(c.param(), "The collection has no such property.", field, propertiesOf(schema))
		}
		err = checkEmptiness(c)
	default:
		d := refusedParam(c.param(), "Must be any., a group, a number, a test and a field, each behind a dot.")
		for _, each := range Tests() {
			d.Candidates = append(d.Candidates, string(each))
		}
		return n, d
	}
	return n, err
}

func equality(c Condition, field string, schema *plan.Schema) ([]plan.Equality, error) {
	value, err := filterValue(c.param(), field, c.Value, Filterable(schema), schema.Column)
	return []plan.Equality{{Field: field, Values: []any{value}}}, err
}

func rangeEnd(c Condition, field string, schema *plan.Schema) ([]plan.Range, error) {
	if err := checkField(c.param(), field, c.Value, Ranged(schema), "This field does not have a range."); err != nil {
		return nil, err
	}
	value, err := typedParam(c.param(), c.Value, schema.Column(field))
	if c.Test == From {
		return []plan.Range{{Field: field, From: value}}, err
	}
	return []plan.Range{{Field: field, To: value}}, err
}

func checkEmptiness(c Condition) error {
	switch {
	case c.Test != Empty:
		return refusedParam(c.param(), "Must have a field of the translation behind its locale.")
	case c.Value != "true" && c.Value != "false":
		d := refusedParam(c.param(), "Must be true or false.")
		d.Expected = []string{"true", "false"}
		return d
	}
	return nil
}

// checkField is INPUT_VALIDATION_FAILED at input#/<param> for a field that is not known to
// take what is said of it, and for a text that CheckTerm refuses.
func checkField(param, field, text string, known []string, message string) error {
	if !slices.Contains(known, field) {
		return unknownField(param, message, field, known)
	}
	return CheckTerm(param, text)
}

func unknownField(param, message, field string, known []string) *diag.Diagnostic {
	d := refusedParam(param, message)
	d.Candidates, d.Suggestion = known, diag.Nearest(field, known)
	return d
}

func propertiesOf(schema *plan.Schema) (names []string) {
	for _, c := range schema.Properties() {
		names = append(names, c.Name())
	}
	return names
}
