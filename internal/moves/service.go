package moves

import (
	"cmp"
	"context"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/principal"
	"github.com/quartet-dev/quartet/internal/timezone"
)

// Person is somebody who has set a move, as they are now.
type Person struct{ Role, Email string }

// Failure is what who set a move is told when it was refused.
type Failure struct {
	*Move
	To, Title string
}

// Options configure a Service. Store, Content and Versions are needed.
type Options struct {
	Store    Store
	Content  *content.Service
	Versions Versions

	// Person finds who has set a move. known is false where the users are not the
	// service's own: then the role counts that they had when they set it, and nobody is
	// told by mail. NOT_FOUND for one who is gone.
	Person func(ctx context.Context, id string) (p Person, known bool, err error)

	// Tell hands a mail about a failure over; nil where there is no mail.
	Tell func(ctx context.Context, f Failure) error

	Releases Releases // nil where there are none

	Wake func()        // the queue; nil for nobody
	Poll time.Duration // between looks for what is due; default 1 s
	Now  func() time.Time
	Log  *slog.Logger
}

// Releases are sets of entries that are published together, at a time as by hand.
type Releases interface {
	// PublishDue publishes the release of a move that is due. seen may refuse what was
	// written since a time.
	PublishDue(ctx context.Context, caller content.Caller, m *Move, seen func(since time.Time) content.Allow) error

	// Name is what a release is called; its id where it is gone.
	Name(ctx context.Context, id string) string
}

// Service sets moves and makes them. It is safe for concurrent use.
type Service struct {
	Options
	stop  context.CancelFunc
	ended chan struct{}
}

// New makes a Service that rests until Start.
func New(o Options) *Service {
	if o.Poll <= 0 {
		o.Poll = time.Second
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if o.Wake == nil {
		o.Wake = func() {}
	}
	return &Service{Options: o}
}

// enqueueBatch is how many moves one look hands to the queue.
const enqueueBatch = 100

// Start begins to look for what is due. Close ends it.
func (s *Service) Start() {
	ctx, stop := context.WithCancel(context.Background())
	s.stop, s.ended = stop, make(chan struct{})
	go func() {
		defer close(s.ended)
		for each := time.NewTicker(s.Poll); ; {
			s.Look(ctx)
			select {
			case <-each.C:
			case <-ctx.Done():
				each.Stop()
				return
			}
		}
	}()
}

// Close ends what Start has begun.
func (s *Service) Close() {
	if s.stop != nil {
		s.stop()
		<-s.ended
	}
}

// Look hands what is due to the queue.
func (s *Service) Look(ctx context.Context) {
	n, err := s.Store.Enqueue(ctx, s.Now(), enqueueBatch)
	if err != nil && ctx.Err() == nil {
		s.Log.Warn("scheduled moves could not be looked for", "error", diag.Logged(err))
	}
	if n > 0 {
		s.Wake()
	}
}

// Wanted is a move that somebody sets.
type Wanted struct {
	Collection, Entry string
	Direction         Direction
	Due               time.Time
	Zone              string // IANA
}

// furthest is how far ahead a move may be set.
const furthest = 10 * 366 * 24 * time.Hour

// Set sets a move, in the place of one of the same entry and direction, for editors.
// INPUT_VALIDATION_FAILED at input#/at, #/timeZone or #/direction; CONFLICT for entries
// that have no drafts.
func (s *Service) Set(ctx context.Context, caller content.Caller, w Wanted) (*Move, error) {
	if err := w.check(caller, s.Now()); err != nil {
		return nil, err
	}
	e, err := s.Content.StaffEntries(caller).Get(ctx, w.Collection, w.Entry)
	if err != nil {
		return nil, err
	}
	if err := s.hasDrafts(e); err != nil {
		return nil, err
	}
	w.Collection, w.Entry = e.Collection, e.ID
	return s.put(ctx, caller, w)
}

// SetRelease has a release published at a time, in the place of another time, for editors;
// errors as Set.
func (s *Service) SetRelease(ctx context.Context, caller content.Caller, release string, due time.Time, zone string) (*Move, error) {
	w := Wanted{Entry: release, Direction: Release, Due: due, Zone: zone}
	if err := w.checkTime(caller, s.Now()); err != nil {
		return nil, err
	}
	return s.put(ctx, caller, w)
}

func (s *Service) put(ctx context.Context, caller content.Caller, w Wanted) (*Move, error) {
	m := s.newMove(caller, w)
	return m, diag.Attempted(s.Store.Set(ctx, m), "store a scheduled move")
}

func (s *Service) newMove(caller content.Caller, w Wanted) *Move {
	m := &Move{
		ID: uuid.Must(uuid.NewV7()).String(), Collection: w.Collection, Entry: w.Entry, Direction: w.Direction,
		Due: w.Due.UTC().Truncate(time.Millisecond), Zone: w.Zone, Actor: caller.User.ID, SetAt: s.Now().UTC().Truncate(time.Millisecond),
	}
	if caller.Staff != nil {
		m.Role = caller.Staff.Role
	}
	return m
}

func (w Wanted) check(caller content.Caller, now time.Time) error {
	if w.Direction != Publish && w.Direction != Unpublish {
		d := diag.At(diag.InputValidationFailed, "input#/direction", "A move is publish or unpublish.")
		d.Candidates, d.CandidatesPublic = []string{string(Publish), string(Unpublish)}, true
		return cmp.Or(caller.NeedRole(principal.Editor), error(d))
	}
	return w.checkTime(caller, now)
}

// checkTime refuses callers who set no moves, and times at which nothing is set.
func (w Wanted) checkTime(caller content.Caller, now time.Time) error {
	if err := caller.NeedRole(principal.Editor); err != nil {
		return err
	}
	switch {
	case caller.User == nil:
		return diag.At(diag.AuthDenied, "input#", "A scheduled move is set by a person, in whose name it is made.")
	case !w.Due.After(now):
		return diag.At(diag.InputValidationFailed, "input#/at", "The time is over already.")
	case w.Due.After(now.Add(furthest)):
		return diag.At(diag.InputValidationFailed, "input#/at", "The time is more than ten years ahead.")
	}
	if _, ok := timezone.Named(w.Zone); !ok {
		return diag.At(diag.InputValidationFailed, "input#/timeZone", NoZone)
	}
	return nil
}

// NoZone says what a time zone is.
const NoZone = "This is not a time zone of the IANA database, such as Europe/Vienna."

// Cancel takes the move of one entry back, one that failed too, for editors. The others of
// its batch keep their time. NOT_FOUND where there is none.
func (s *Service) Cancel(ctx context.Context, caller content.Caller, collection, entry string, d Direction) error {
	if err := caller.NeedRole(principal.Editor); err != nil {
		return err
	}
	there, err := s.Store.Cancel(ctx, collection, entry, d)
	if err == nil && !there {
		err = noMove()
	}
	return err
}

func noMove() *diag.Diagnostic {
	return diag.At(diag.NotFound, "input#", "No such move of this entry is set.")
}

// OfEntry are the moves of an entry, each with those of its batch, for whoever may read it.
func (s *Service) OfEntry(ctx context.Context, caller content.Caller, collection, entry string) ([]*Move, error) {
	if _, err := s.Content.StaffEntries(caller).Get(ctx, collection, entry); err != nil {
		return nil, err
	}
	return s.Store.OfEntry(ctx, collection, entry)
}
