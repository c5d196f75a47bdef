package content

import (
	"maps"
	"time"

	"github.com/quartet-dev/quartet/internal/plan"
)

// instant is RFC 3339 in UTC to the millisecond, always of one width, so that
// texts sort as their times do (decision 17).
const instant = "2006-01-02T15:04:05.000Z07:00"

// stamp sets the values with x-service-bind in data, whatever the caller sent:
// a stored stamp stays, a missing one is filled, and a null stamp is left out.
// stored is nil on create.
func stamp(schema *plan.Schema, caller Caller, now time.Time, data, stored map[string]any) {
	for _, b := range schema.Binds() {
		value := valueAt(stored, b.Path)
		kept := value != nil
		if !kept {
			value = caller.stamp(b, now)
		}
		if object := objectAt(data, b.Path, value != nil && (kept || b.Alone)); object != nil {
			put(object, b.Path[len(b.Path)-1], value)
		}
	}
}

func put(object map[string]any, name string, value any) {
	if value == nil {
		delete(object, name)
	} else {
		object[name] = value
	}
}

// valueAt is the value at a path of properties; nil for none.
func valueAt(data map[string]any, path []string) any {
	last := len(path) - 1
	for _, name := range path[:last] {
		data, _ = data[name].(map[string]any)
	}
	return data[path[last]]
}

// objectAt is the object around the value at path, which may be changed: what
// lies inside data is the caller's or the store's, and is copied. One that is
// absent is made where wanted. It is nil for none, and for what is no object,
// which the Schema refuses.
func objectAt(data map[string]any, path []string, wanted bool) map[string]any {
	for _, name := range path[:len(path)-1] {
		inner, isObject := data[name].(map[string]any)
		switch {
		case isObject:
			inner = maps.Clone(inner)
		case data[name] != nil || !wanted:
			return nil
		default:
			inner = make(map[string]any, 1)
		}
		data[name] = inner
		data = inner
	}
	return data
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
