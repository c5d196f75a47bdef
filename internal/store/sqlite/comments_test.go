package sqlite

import (
	"testing"

	"github.com/quartet-dev/quartet/internal/comments"
	"github.com/quartet-dev/quartet/internal/store/storetest"
)

func TestComments(t *testing.T) {
	storetest.RunComments(t, func(t *testing.T) comments.Store { return openedPlatform(t).Comments() })
}
