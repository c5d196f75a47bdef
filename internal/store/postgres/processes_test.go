package postgres

import (
	"testing"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/store/storetest"
)

func TestProcesses(t *testing.T) {
	scratch := newScratch(t)
	storetest.RunProcesses(t, func(t *testing.T) storetest.ProcessOpener {
		url := scratch.empty(t)
		return func(p *plan.Plan, keep audit.Retention) storetest.Process { return openedFor(t, url, p, &keep) }
	})
}
