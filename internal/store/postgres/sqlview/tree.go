package sqlview

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// uses is what the tree of an analysed statement refers to.
type uses struct {
	relations map[uint32]bool
	functions map[uint32]bool // those behind operators, casts and aggregates, too
}

// fields hold what a tree refers to: relations, functions, and objects that only
// the database itself may have made.
var (
	relationFields = []string{"relid"}
	functionFields = []string{
		"funcid", "opfuncid", "hashfuncid", "negfuncid", "aggfnoid", "winfnoid", "startInRangeFunc", "endInRangeFunc",
	}
	builtInFields = []string{"opno", "eqop", "sortop", "consttype", "resulttype"}
)

// kinds are the nodes that a statement may be made of, by the names that they
// have had since PostgreSQL 14. A node of another kind is refused, and so is one
// of a version that is not written yet. Among those left out are row locks,
// XML, samples, domains, and tables of XMLTABLE and JSON_TABLE.
var kinds = words(`
	QUERY RTE RANGETBLENTRY RTEPERMISSIONINFO RANGETBLREF RANGETBLFUNCTION FROMEXPR JOINEXPR ALIAS TARGETENTRY
	COMMONTABLEEXPR SETOPERATIONSTMT SORTGROUPCLAUSE GROUPINGSET GROUPINGFUNC WINDOWCLAUSE
	VAR CONST PARAM SUBLINK FUNCEXPR NAMEDARGEXPR AGGREF WINDOWFUNC OPEXPR DISTINCTEXPR NULLIFEXPR SCALARARRAYOPEXPR
	BOOLEXPR NULLTEST BOOLEANTEST SQLVALUEFUNCTION RELABELTYPE COERCEVIAIO ARRAYCOERCEEXPR COLLATE COLLATEEXPR
	CASE CASEEXPR WHEN CASEWHEN CASETESTEXPR COALESCE COALESCEEXPR MINMAX MINMAXEXPR ARRAY ARRAYEXPR SUBSCRIPTINGREF
	ROW ROWEXPR ROWCOMPARE ROWCOMPAREEXPR FIELDSELECT
	JSONCONSTRUCTOREXPR JSONVALUEEXPR JSONFORMAT JSONRETURNING JSONISPREDICATE JSONEXPR JSONBEHAVIOR`)

func words(text string) map[string]bool {
	found := map[string]bool{}
	for word := range strings.FieldsSeq(text) {
		found[word] = true
	}
	return found
}

// firstObject is the first number of an object that the database does not bring.
const firstObject = 16384

var errTree = errors.New("the tree of the statement cannot be read")

// read collects what a tree refers to, as pg_node_tree writes it:
// {KIND :field value …}. Names and texts in it have a backslash before what
// could be taken for structure. Every field is looked at by itself, so that a
// value which looks like a field hides none.
func read(tree string) (*uses, error) {
	u := &uses{relations: map[uint32]bool{}, functions: map[uint32]bool{}}
	tokens := tokensOf(tree)
	for i, token := range tokens {
		if kind, begins := strings.CutPrefix(token, "{"); begins {
			if !kinds[kind] {
				return nil, fmt.Errorf("%w: it has a %s", errKind, kind)
			}
			continue
		}
		field, isField := strings.CutPrefix(token, ":")
		if !isField {
			continue
		}
		if i+1 == len(tokens) {
			return nil, errTree
		}
		if err := u.add(field, tokens[i+1]); err != nil {
			return nil, err
		}
	}
	if len(tokens) == 0 {
		return nil, errTree
	}
	return u, nil
}

var errKind = errors.New("the statement uses what a sql View may not")

func (u *uses) add(field, value string) error {
	relation, function := slices.Contains(relationFields, field), slices.Contains(functionFields, field)
	if !relation && !function && !slices.Contains(builtInFields, field) {
		return u.command(field, value)
	}
	number, err := strconv.ParseUint(value, 10, 32)
	switch oid := uint32(number); {
	case err != nil:
		return fmt.Errorf("%w: %s is %s", errTree, field, value)
	case oid == 0:
	case relation:
		u.relations[oid] = true
	case function:
		u.functions[oid] = true
	case oid >= firstObject:
		return fmt.Errorf("%w: a type or operator that PostgreSQL does not bring", errKind)
	}
	return nil
}

// selects is the number of SELECT among the commands of a tree.
const selects = "1"

// command refuses what is more than a SELECT.
func (u *uses) command(field, value string) error {
	switch {
	case field == "commandType" && value != selects,
		field == "hasModifyingCTE" && value != "false",
		field == "hasForUpdate" && value != "false",
		field == "utilityStmt" && value != "<>":
		return fmt.Errorf("%w: it is more than a SELECT", errKind)
	}
	return nil
}

// tokensOf cuts a tree at white space and around parentheses. A brace stays with
// the kind that it opens.
func tokensOf(tree string) (tokens []string) {
	start := 0
	end := func(i int) {
		if i > start {
			tokens = append(tokens, tree[start:i])
		}
	}
	for i := 0; i < len(tree); i++ {
		switch tree[i] {
		case '\\':
			i++
		case ' ', '\n', '\t', '(', ')', '}':
			end(i)
			start = i + 1
		case '{':
			end(i)
			start = i
		}
	}
	end(len(tree))
	return tokens
}

func sorted(numbers map[uint32]bool) []uint32 { return slices.Sorted(maps.Keys(numbers)) }
