package manifest

import (
	"slices"
	"strconv"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/lazyregexp"
)

// indexedName is the name of a Schema that can carry an index.
var indexedName = lazyregexp.New(`^[A-Za-z][A-Za-z0-9_.-]*$`)

func (s *Schema) readIndexes(f fields) {
	s.UniqueIndexes = s.tuples(f.get("uniqueIndexes"), diag.UniqueIndexFieldUnknown)
	s.Indexes = s.tuples(f.get("indexes"), diag.SchemaIndexFieldUnknown)
	s.indexesFaulty = f.get("uniqueIndexes").faulty() || f.get("indexes").faulty()
	if len(s.UniqueIndexes)+len(s.Indexes) > 0 && s.Name != "" && !indexedName.MatchString(s.Name) {
		d := s.AtValue(diag.SchemaIndexInvalid, "/metadata/name", "The name of a Schema with an index starts with a letter.")
		d.Expected = indexedName.String()
		f.problems.Add(d)
	}
}

// tuples reads a list of index tuples; unknown is the code of a field that is no
// property.
func (s *Schema) tuples(p *place, unknown diag.Code) [][]string {
	var tuples [][]string
	declared := make(map[string]bool)
	for each := range p.list("index tuples") {
		tuple, ok := s.tuple(each, unknown)
		pointer := jsonvalue.Pointer(tuple...)
		switch {
		case !ok:
		case declared[pointer]:
			each.fail(diag.SchemaIndexInvalid, "This index is declared already.")
		default:
			declared[pointer] = true
			tuples = append(tuples, tuple)
		}
	}
	return tuples
}

// tuple reads one index; ok is false when something about it is reported.
func (s *Schema) tuple(p *place, unknown diag.Code) (tuple []string, ok bool) {
	for each := range p.list("property names") {
		if name := each.text(); name != "" {
			s.checkIndexed(each, name, tuple, unknown)
			tuple = append(tuple, name)
		}
	}
	if len(tuple) == 0 && !p.faulty() {
		p.fail(diag.SchemaIndexInvalid, "An index needs at least one property.")
	}
	return tuple, !p.faulty()
}

func (s *Schema) checkIndexed(p *place, name string, before []string, unknown diag.Code) {
	switch {
	case slices.Contains(before, name):
		p.fail(diag.SchemaIndexInvalid, "The index names "+strconv.Quote(name)+" more than once.")
	case slices.Contains(reservedColumns, name):
		p.fail(diag.SchemaIndexInvalid, "An index is made of properties; "+strconv.Quote(name)+" is a column of every entry.")
	case s.Schema == nil:
	case !s.Schema.Has(name):
		d := p.fail(unknown, "There is no property "+strconv.Quote(name)+" to index.")
		d.Candidates, d.Suggestion = s.Schema.Properties, diag.Nearest(name, s.Schema.Properties)
	case !s.Schema.IsScalar(name):
		p.fail(diag.SchemaIndexInvalid, "Only a property whose type is scalar can be indexed.").
			Expected = []string{"string", "number", "integer", "boolean"}
	}
}

// leadsIndex reports whether a property is the first of some index.
func (s *Schema) leadsIndex(property string) bool {
	leads := func(tuple []string) bool { return tuple[0] == property }
	return slices.ContainsFunc(s.UniqueIndexes, leads) || slices.ContainsFunc(s.Indexes, leads)
}
