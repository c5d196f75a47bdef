package admin

import (
	"maps"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/querystring"
)

// query is the query of a request: the first value of each key, be it empty, all
// of it text that a JSON string can hold.
type query map[string]string

func readQuery(raw string) (query, error) {
	q := query{}
	for pair := range strings.SplitSeq(raw, "&") {
		written, text, _ := strings.Cut(pair, "=")
		key, err := url.QueryUnescape(written)
		if err != nil || !jsonvalue.ValidString(key) || written == "" {
			continue // no key of ours is written like this
		}
		if _, twice := q[key]; twice {
			continue
		}
		value, err := querystring.Text(key, text)
		if err != nil {
			return nil, err
		}
		q[key] = value
	}
	return q, nil
}

// limit is how many items a page has, as content.PageSize reads it: 1 to 100, 50
// for what is no whole number from 1, and 100 for what is more. It is never
// refused, as the show of a View is not.
func (q query) limit() int {
	n, _ := strconv.Atoi(q["limit"]) // 0 for no number, and the nearest for one that is too large
	return content.PageSize(n)
}

// grouped begins the keys of conditions of which one must hold.
const grouped = "any."

// conditions are what a list wants of fields, as the keys of its query say: <test>.<field>,
// and any.<group>.<number>.<test>.<field> for those of a group. They come in the order of
// their keys. A key of a group that lacks a part has no test, and is refused as such.
func (q query) conditions() []content.Condition {
	all := []content.Condition{}
	for _, key := range slices.Sorted(maps.Keys(q)) {
		c := content.Condition{Value: q[key], Param: key}
		said, isGrouped := strings.CutPrefix(key, grouped)
		if isGrouped {
			if parts := strings.SplitN(said, ".", 3); len(parts) == 3 && parts[0] != "" {
				c.Group, said = parts[0], parts[2] // the second tells those of a group apart
			}
		}
		test, field, hasField := strings.Cut(said, ".")
		isTest := hasField && slices.Contains(content.Tests(), content.Test(test))
		if isTest && (!isGrouped || c.Group != "") {
			c.Test, c.Field = content.Test(test), field
		}
		if isTest || isGrouped {
			all = append(all, c)
		}
	}
	return all
}

// maxFields is how many properties a list is asked for at most.
const maxFields = 20

// fields are the properties that a list shall have beside those of its table:
// scalars, separated by commas.
func (q query) fields(schema *plan.Schema) ([]string, error) {
	if q["fields"] == "" {
		return nil, nil
	}
	fields := strings.Split(q["fields"], ",")
	if len(fields) > maxFields {
		d := querystring.Invalid("fields", "Must be at most 20 properties.")
		d.Expected = maxFields
		return nil, d
	}
	var known []string
	for _, c := range schema.Properties() {
		if c.Kind().Scalar() {
			known = append(known, c.Name())
		}
	}
	for _, name := range fields {
		if !slices.Contains(known, name) {
			d := querystring.Invalid("fields", "The collection has no such property, or it is an object or a list.")
			d.Candidates, d.Suggestion = known, diag.Nearest(name, known)
			return nil, d
		}
	}
	return fields, nil
}

// version is the expectedVersion of a query; 0 for none.
func (q query) version() (int64, error) { return q.count("expectedVersion", 1) }

// count is a whole number of a query, from least on; 0 for none.
func (q query) count(key string, least int64) (int64, error) {
	text, said := q[key]
	if !said {
		return 0, nil
	}
	if n, err := strconv.ParseInt(text, 10, 64); err == nil && n >= least {
		return n, nil
	}
	return 0, wrongCount(key, least)
}

// version is the expectedVersion of a body; 0 for none.
func (q *request) version() (int64, error) { return countIn(q.body, "expectedVersion", 1) }

// seenDraft is the expectedDraft of a body; 0 for none.
func (q *request) seenDraft() (int64, error) { return countIn(q.body, "expectedDraft", 0) }

// needed refuses the counter of a draft that was not given.
func needed(seen int64, err error) (int64, error) {
	if err == nil && seen == 0 {
		err = wrongCount("expectedDraft", 1)
	}
	return seen, err
}

// countIn is a whole number of an object, from least on; 0 for none.
func countIn(body map[string]any, key string, least int64) (int64, error) {
	switch v := body[key].(type) {
	case nil:
		return 0, nil
	case int64:
		if v >= least {
			return v, nil
		}
	case float64:
		if v >= float64(least) && v < 1<<53 && v == math.Trunc(v) {
			return int64(v), nil
		}
	}
	return 0, wrongCount(key, least)
}

func wrongCount(key string, least int64) error {
	if key == "expectedVersion" {
		return wrong(key, "Must be the version of an entry, a whole number from 1.", "integer")
	}
	return wrong(key, "Must be the counter of a draft, a whole number from "+strconv.FormatInt(least, 10)+".", "integer")
}

// object is a member of the body that must be an object.
func (q *request) object(key string) (map[string]any, error) {
	object, ok := q.body[key].(map[string]any)
	if !ok {
		return nil, wrong(key, "Must be an object.", "object")
	}
	return object, nil
}

// text is a member of the body that must be a text.
func (q *request) text(key string) (string, error) { return textIn(q.body, key) }

func textIn(object map[string]any, key string) (string, error) {
	text, ok := object[key].(string)
	if !ok {
		return "", wrong(key, "Must be a string.", "string")
	}
	return text, nil
}

// optionalText is a member of the body that may be a text; "" where it is missing or null.
func (q *request) optionalText(key string) (string, error) { return optionalTextIn(q.body, key) }

func optionalTextIn(object map[string]any, key string) (string, error) {
	if object[key] == nil {
		return "", nil
	}
	return textIn(object, key)
}

func wrong(key, message, expected string) *diag.Diagnostic {
	d := querystring.Invalid(key, message)
	d.Expected = expected
	return d
}
