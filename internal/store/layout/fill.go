package layout

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
	end, fill := sqlgen.BatchEnd(r.dialect, s), sqlgen.FillColumns(r.dialect, s, columns)
	var filled int64
	for after := ""; ; {
		upTo := ""
		if err := r.db.Texts(end, func(id string) { upTo = id }, after, batchRows); err != nil {
			return err
		}
		if upTo == "" {
			r.log.Info("New columns were filled.", "schema", s.Name(), "columns", len(columns), "rows", filled)
			return nil
		}
		changed, err := r.db.Exec(fill, after, upTo)
		if err != nil {
			return err
		}
		filled += changed
		after = upTo
	}
}
