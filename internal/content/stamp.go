package content

import (
	"time"

	"github.com/quartet-dev/quartet/internal/plan"
)

// instant is RFC 3339 in UTC to the millisecond, always of one width, so that
// texts sort as their times do.
const instant = "2006-01-02T15:04:05.000Z07:00"

// stamp sets the properties with x-service-bind in data, whatever the caller
// sent: a stored stamp stays, a missing one is filled, and a null stamp is left
// out. stored is nil on create.
func stamp(schema *plan.Schema, caller Caller, now time.Time, data, stored map[string]any) {
	for _, b := range schema.Binds() {
		value := stored[b.Property]
		if value == nil {
			value = caller.stamp(b, now)
		}
		if value == nil {
			delete(data, b.Property)
			continue
		}
		data[b.Property] = value
	}
}

func (c Caller) stamp(b plan.Bind, now time.Time) any {
	switch {
	case b.Value == plan.BindUser && c.User != nil:
		return c.User.ID
	case b.Value == plan.BindStaff && c.Staff != nil:
		return c.Staff.ID
	case b.Value == plan.BindNow && b.Integer:
		return now.UnixMilli()
	case b.Value == plan.BindNow:
		return now.UTC().Format(instant)
	}
	return nil
}
