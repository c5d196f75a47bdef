package quartet

import (
	"github.com/quartet-dev/quartet/internal/admin"
	"github.com/quartet-dev/quartet/internal/admin/wire"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
)

// staffQueue is the deferred hooks as staff see them.
type staffQueue struct {
	sqlite.Outbox
	wake func()
}

func (q staffQueue) Wake() { q.wake() }

// adminAPI wires the Admin API over the service; nil while sign-in, which it
// rests on, is not configured.
func (b *boot) adminAPI(s *Service, store *sqlite.Store) (*admin.Surface, error) {
	if s.signIn == nil {
		return nil, nil
	}
	return admin.New(admin.Options{
		Content:      s.content,
		Site:         s.live,
		Queue:        staffQueue{store.Outbox(), s.wake},
		Journal:      store,
		Directory:    &directory{s.signIn.users, s.signIn.origin},
		Authenticate: s.signIn.surface.Authenticate,
		PublicOrigin: s.signIn.origin,
		Capabilities: wire.Capabilities{Invitations: true},
		Warnings:     b.problems,
	})
}
