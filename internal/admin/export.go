package admin

import (
	"bytes"
	"encoding/json"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/plan"
)

// exportEntries streams every entry that a list would page through: the columns
// of the collection's table where it declares some, else all of them.
func (s *Surface) exportEntries(q *request) error {
	r := q.listRequest()
	out := &csvWriter{request: q, file: r.Collection}
	var columns []*plan.Column
	err := s.staffEntries(q).EachEntry(q.Context(), r, func(entries []*content.Entry) error {
		if !out.begun() {
			columns = exported(s.Content.Plan().Schema(r.Collection))
			if err := out.begin(namesOf(columns)); err != nil {
				return err
			}
		}
		for _, e := range entries {
			row := e.Row()
			err := out.row(func(i int) any {
				if columns[i].Reserved() {
					return row[columns[i].Name()]
				}
				return e.Data[columns[i].Name()]
			})
			if err != nil {
				return err
			}
		}
		return out.flush()
	})
	return out.end(err)
}

func exported(s *plan.Schema) (columns []*plan.Column) {
	for _, name := range s.ListColumns() {
		columns = append(columns, s.Column(name))
	}
	if columns == nil {
		return s.Columns()
	}
	return columns
}

// exportView sends every row of a View, searched and filtered. What a sql View
// gives is kept until its statement is over: a client that is slow must not hold
// a connection to the database, and the log of its writes with it (decision 90).
func (s *Surface) exportView(q *request) error {
	v, call, err := s.reportCall(q)
	if err != nil {
		return err
	}
	out := &csvWriter{request: q, file: v.plan.Name()}
	if v.plan.IsSQL() {
		if out.counted, err = s.spools.open(q.Context()); err != nil {
			return err
		}
		defer out.counted.close()
	}
	columns := v.columns()
	err = s.Content.EachRow(q.Context(), q.caller, call, func(chunk []byte) error {
		if !out.begun() {
			if columns == nil {
				columns = firstKeys(chunk)
			}
			if err := out.begin(columns); err != nil {
				return err
			}
		}
		rows, err := decodeRows(chunk)
		if err != nil {
			return err
		}
		for _, row := range rows {
			if err := out.row(func(i int) any { return row[columns[i]] }); err != nil {
				return err
			}
		}
		return out.flush()
	})
	return out.end(err)
}

// columns are those of an export: of uiSchema.list, else the output's; nil for
// a sql View, whose rows tell.
func (v *report) columns() []string {
	if list := v.plan.List(); list != nil && len(list.Columns) > 0 {
		return list.Columns
	}
	return namesOf(v.plan.Fields())
}

// decodeRows gives the rows of a View, each value as its JSON: a cell has a number as the
// answer has it.
func decodeRows(chunk []byte) (rows []map[string]json.RawMessage, err error) {
	err = json.Unmarshal(chunk, &rows)
	return rows, err
}

// firstKeys are the keys of the first row, in order: every row of a statement
// has the same.
func firstKeys(chunk []byte) []string {
	decoder := json.NewDecoder(bytes.NewReader(chunk))
	keys := []string{}
	_, _ = decoder.Token() // [
	if start, err := decoder.Token(); err != nil || start != json.Delim('{') {
		return keys
	}
	for decoder.More() {
		key, _ := decoder.Token()
		name, _ := key.(string)
		var value json.RawMessage
		if decoder.Decode(&value) != nil {
			return keys
		}
		keys = append(keys, name)
	}
	return keys
}
