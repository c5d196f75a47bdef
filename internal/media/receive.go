package media

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"io"
	"strconv"
	"time"

	"github.com/google/uuid"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/keyring"
	"github.com/quartet-dev/quartet/internal/media/storage"
)

const capabilities keyring.Purpose = "media upload"

// A sealed capability is the id of a group, 16 bytes, and the number of a variant
// in two more.
const capabilityBytes = 16 + 2

// seal is the capability to send the i-th variant of a group.
func (s *Service) seal(g *Group, i int) string {
	id := uuid.MustParse(g.ID)
	return base64.RawURLEncoding.EncodeToString(s.seals.Seal(capabilities, binary.BigEndian.AppendUint16(id[:], uint16(i)))) //nolint:gosec // as many as a purpose has slots
}

// Incoming is a variant that a client is allowed to send.
type Incoming struct {
	Variant
	group *Group
	key   string
}

// Incoming opens a capability. Codes: NOT_FOUND for what is none, and
// MEDIA_UPLOAD_EXPIRED.
func (s *Service) Incoming(ctx context.Context, token string) (*Incoming, error) {
	sealed, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil {
		return nil, noUpload()
	}
	opened, err := s.seals.Open(capabilities, sealed)
	if err != nil || len(opened) != capabilityBytes {
		return nil, noUpload()
	}
	g, err := s.pending(ctx, uuid.UUID(opened[:16]).String())
	if err != nil {
		return nil, err
	}
	i := int(binary.BigEndian.Uint16(opened[16:]))
	if g.Version > 0 || i >= len(g.Variants) {
		return nil, expired()
	}
	return &Incoming{g.Variants[i], g, g.key(g.Variants[i].name(i))}, nil
}

func noUpload() *diag.Diagnostic {
	return diag.At(diag.NotFound, "input#/id", "There is no such upload.")
}

func expired() *diag.Diagnostic {
	return diag.At(diag.MediaUploadExpired, "input#/id", "The upload was not finished in time.")
}

// pending is a group that may still be sent or committed, or was committed.
func (s *Service) pending(ctx context.Context, id string) (g *Group, err error) {
	g, err = s.group(ctx, id)
	switch {
	case err != nil:
		return nil, diag.Attempted(err, "look for an upload")
	case g == nil:
		return nil, noUpload()
	case s.ended(g):
		return nil, expired()
	}
	return g, nil
}

// Received is how many bytes of a variant have come.
func (s *Service) Received(ctx context.Context, in *Incoming) (int64, error) {
	receiver, err := s.receiver()
	if err != nil {
		return 0, err
	}
	n, err := receiver.Received(ctx, in.key, properties(in.Variant))
	return n, unavailable(err, "look at an upload")
}

// receiver is the bucket, where uploads come through this service.
func (s *Service) receiver() (storage.Receiver, error) {
	if receiver, ok := s.Bucket.(storage.Receiver); ok {
		return receiver, nil
	}
	return nil, noUpload()
}

// Receive takes bytes of a variant from offset on, and returns how many have come.
// What came before a break is kept. Codes: CONFLICT for another offset than the
// one that is wanted, MEDIA_CHECKSUM_MISMATCH for other bytes than were
// announced, RESOURCE_EXHAUSTED for a full disk.
func (s *Service) Receive(ctx context.Context, in *Incoming, offset int64, body io.Reader) (int64, error) {
	receiver, err := s.receiver()
	if err != nil {
		return 0, err
	}
	n, err := receiver.Receive(ctx, in.key, offset, body, properties(in.Variant))
	if gone := s.extend(ctx, in); gone != nil {
		return n, gone
	}
	if errors.Is(err, storage.ErrOffset) {
		d := diag.At(diag.Conflict, "headers#/Upload-Offset", "The upload continues at another offset.")
		d.Expected = n
		return n, d
	}
	return n, unavailable(err, "receive an upload")
}

func mismatch(at, message string) *diag.Diagnostic {
	return diag.At(diag.MediaChecksumMismatch, at, message)
}

// extend gives an upload that goes on its time anew: a slow line is no reason to
// lose what has come. What has come for one that was cancelled goes.
func (s *Service) extend(ctx context.Context, in *Incoming) error {
	until := s.Now().Add(Lifetime).UnixMilli()
	err := s.Store.Update(context.WithoutCancel(ctx), func(tx Tx) error {
		g, err := tx.Group(in.group.ID)
		if err != nil {
			return err
		}
		if g == nil || g.Over {
			return expired()
		}
		if g.Version > 0 || until-g.Due < time.Minute.Milliseconds() {
			return nil
		}
		g.Due = until
		return tx.PutGroup(g)
	})
	if !diag.HasCode(err, diag.MediaUploadExpired) {
		return diag.Attempted(err, "go on with an upload")
	}
	return errors.Join(err, s.Bucket.Delete(context.WithoutCancel(ctx), in.key))
}

// unavailable is what an error of the bucket is to a caller.
func unavailable(err error, attempt string) error {
	var d *diag.Diagnostic
	switch {
	case err == nil, errors.As(err, &d):
		return err
	case errors.Is(err, storage.ErrFull):
		return diag.At(diag.ResourceExhausted, "input#", "The media storage is out of space.").WithCause(err)
	case errors.Is(err, storage.ErrMismatch):
		return mismatch("input#", "The bytes differ from the announced ones.")
	case errors.Is(err, context.Canceled):
		return err
	}
	return diag.At(diag.ResourceUnavailable, "input#", "The media storage does not answer.").WithCause(errors.Join(errors.New(attempt), err))
}

// nameOf is where a variant stands in a request.
func nameOf(i int) string { return "input#/variants/" + strconv.Itoa(i) }
