// Package timezone finds the time zones of the IANA database.
package timezone

import (
	"time"
	_ "time/tzdata" // the names are the same on every machine
)

// Named is the zone of a name such as Europe/Vienna; false where there is none. The zone of
// the machine and a name that is empty are none.
func Named(name string) (zone *time.Location, ok bool) {
	if name == "" || name == "Local" {
		return nil, false
	}
	zone, err := time.LoadLocation(name)
	return zone, err == nil
}
