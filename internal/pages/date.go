package pages

import (
	"slices"
	"time"

	"github.com/quartet-dev/quartet/internal/pages/templates"
	"github.com/quartet-dev/quartet/internal/plan"
)

// dated are the properties that say when an entry came out, the first that is a time.
var dated = []string{"publishedAt", "date"}

// publishedAt is when an entry came out, wherever that is said: a time that it has, or
// else another one. It is told where the times of the pages are, so that a day is that
// day there.
func (v *visit) publishedAt(data map[string]any, otherwise time.Time) time.Time {
	for _, name := range dated {
		if when, ok := v.timeIn(data[name]); ok {
			return when
		}
	}
	return otherwise.In(v.zone)
}

// lastYear is the last one that the formats of pages and feeds can write.
const lastYear = 9999

func (v *visit) timeIn(value any) (when time.Time, ok bool) {
	when, isDay, ok := templates.TimeOf(value, v.zone)
	if isDay {
		when = time.Date(when.Year(), when.Month(), when.Day(), 0, 0, 0, 0, v.zone)
	}
	year := when.UTC().Year()
	return when.In(v.zone), ok && 0 < year && year <= lastYear
}

// datedBy reports whether entries of one of the Schemas can say when they came out.
func datedBy(schemas []*plan.Schema) bool {
	return slices.ContainsFunc(schemas, func(s *plan.Schema) bool {
		return slices.ContainsFunc(dated, func(name string) bool { return s.Property(name) != nil })
	})
}
