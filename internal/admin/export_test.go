package admin

import (
	"testing"
	"time"
)

// RecheckEvery has streams ask so often whether they may go on.
func RecheckEvery(t *testing.T, d time.Duration) {
	before := recheckTime
	recheckTime = d
	t.Cleanup(func() { recheckTime = before })
}

// Routes are the routes as the tests see them: method, path, role.
func Routes() (all [][3]string) {
	for _, r := range routes {
		all = append(all, [3]string{r.method, root + r.path, string(r.role)})
	}
	return all
}
