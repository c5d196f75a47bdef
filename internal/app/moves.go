package app

import (
	"context"
	"net/url"
	"time"

	"github.com/quartet-dev/quartet/internal/mail"
	"github.com/quartet-dev/quartet/internal/moves"
	"github.com/quartet-dev/quartet/internal/releases"
)

// scheduledMoves makes what publishes and unpublishes entries at a time. Who the users are
// is known once sign-in is.
func (b *boot) scheduledMoves(a *App) *moves.Service {
	origin := b.settings.Auth.Origin
	o := moves.Options{
		Store: a.store.Moves(), Content: a.content, Versions: a.store, Log: b.Logger,
		Wake:   func() { a.queue.Wake() },
		Person: a.mover,
		Tell:   func(ctx context.Context, f moves.Failure) error { return a.tellMover(ctx, origin, f) },
	}
	return moves.New(o)
}

// releasesOf makes what publishes sets of entries together; the moves do so at a time.
func releasesOf(a *App) *releases.Service {
	return releases.New(releases.Options{Store: a.store.Releases(), Content: a.content, Moves: a.moves})
}

// mover is who has set a move, where the service keeps the users.
func (a *App) mover(ctx context.Context, id string) (moves.Person, bool, error) {
	own, ok := a.signIn.(*ownSignIn)
	if !ok {
		return moves.Person{}, false, nil
	}
	u, err := own.users.User(ctx, id)
	if err != nil {
		return moves.Person{}, true, err
	}
	return moves.Person{Role: string(u.Role), Email: u.Email}, true, nil
}

// tellMover mails who set a move that was refused. Where there is no mail, the
// application alone shows it.
func (a *App) tellMover(ctx context.Context, origin string, f moves.Failure) error {
	if a.mail == nil {
		return nil
	}
	at := f.Due
	if zone, err := time.LoadLocation(f.Zone); err == nil {
		at = at.In(zone)
	}
	return a.mail.SendFailedMove(ctx, f.To, mail.FailedMove{
		Title: f.Title, Publish: f.Direction != moves.Unpublish, Release: f.Direction == moves.Release, At: at.Format("2006-01-02 15:04 MST"),
		Reason: f.Problem.Message, Link: origin + addressOf(f.Move),
	}, a.live.Config().CanonicalLocale())
}

// addressOf is where the application shows what a move is of.
func addressOf(m *moves.Move) string {
	if m.Direction == moves.Release {
		return "/admin/releases/" + url.PathEscape(m.Entry)
	}
	return "/admin/c/" + url.PathEscape(m.Collection) + "/" + url.PathEscape(m.Entry)
}
