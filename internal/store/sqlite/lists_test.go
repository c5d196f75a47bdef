package sqlite

import (
	"testing"

	"github.com/quartet-dev/quartet/internal/store/storetest"
	"github.com/quartet-dev/quartet/internal/workspace"
)

func TestSavedLists(t *testing.T) {
	storetest.RunSavedLists(t, func(t *testing.T) workspace.Store { return openedPlatform(t).Lists() })
}
