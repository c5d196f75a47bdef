package auth

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/keyring"
)

// Options configure a Service. Every field may be zero. At most one of the
// ways to the first owner is usually set.
type Options struct {
	OwnerLogin    string // who becomes the first owner: this login at OwnerProvider
	OwnerProvider string
	OwnerEmail    string // or whoever proves this address
	FirstIsOwner  bool   // or whoever signs in first

	// ShareRates has processes that share a database count together what each
	// counts in its memory.
	ShareRates bool

	Now func() time.Time // default time.Now
}

// Mailer hands mail over. It returns at once, whether or not the mail will
// arrive, and does not tell addresses apart. Its errors are diagnostics.
type Mailer interface {
	SendCode(ctx context.Context, to, code, locale string) error
	SendLink(ctx context.Context, to, link, locale string) error
	SendInvitation(ctx context.Context, to, role, inviter, link, locale string) error
}

// Service is what this package does. It is safe for concurrent use. Every error
// that it returns is a *diag.Diagnostic.
type Service struct {
	store  diag.Described[Reader, Tx]
	keys   *keyring.Keyring
	mailer Mailer
	opts   Options
	rates  *localRates
}

// New makes a Service over a store. The mailer may be nil when nothing is to
// be sent: no code, link or invitation by mail is asked for then.
func New(store Store, keys *keyring.Keyring, mailer Mailer, o Options) *Service {
	if o.Now == nil {
		o.Now = time.Now
	}
	o.OwnerEmail, _ = NormalizeEmail(o.OwnerEmail) // what is no address is nobody's
	s := &Service{store: diag.Described[Reader, Tx]{Store: store}, keys: keys, mailer: mailer, opts: o, rates: newLocalRates()}
	if o.ShareRates {
		s.rates.share(store)
	}
	return s
}

// now is the time as it is stored.
func (s *Service) now() time.Time { return s.opts.Now().UTC().Truncate(time.Millisecond) }

// newID is an id that sorts by age.
func newID() string { return uuid.Must(uuid.NewV7()).String() }

// purgeBatch is how many expired rows of a kind go with each change that may
// add one, so that none of the tables grows without end.
const purgeBatch = 16

// Purpose of each key of the keyring; they never change.
const (
	codes          keyring.Purpose = "auth/code"
	payloads       keyring.Purpose = "auth/verification"
	providerTokens keyring.Purpose = "auth/provider-tokens"
)
