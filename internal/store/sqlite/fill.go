package sqlite

import (
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/sqlgen"
)

// batchRows is how many rows are read or filled between two looks at whether
// to go on.
const batchRows = 1000

// fill writes columns through from data, batch by batch.
func (r *reconciler) fill(s *plan.Schema, columns []*plan.Column) error {
	if len(columns) == 0 {
		return nil
	}
	end := &query{text: sqlgen.BatchEnd(sqlgen.SQLite, s), brief: true}
	fill := &query{text: sqlgen.FillColumns(sqlgen.SQLite, s, columns), brief: true}
	var filled int64
	for after := ""; ; {
		upTo, err := r.conn.look(end, after, batchRows)
		if err != nil {
			return err
		}
		if len(upTo) == 0 {
			r.log.Info("New columns were filled.", "schema", s.Name(), "columns", len(columns), "rows", filled)
			return nil
		}
		if err := r.conn.run(fill, after, string(upTo)); err != nil {
			return err
		}
		filled += r.conn.changes()
		after = string(upTo)
	}
}
