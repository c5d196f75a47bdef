package s3

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/media/storage"
	"github.com/quartet-dev/quartet/internal/media/storage/s3test"
)

const key = "covers/0198c/primary-1.png"

// short are limits that end soon.
var short = limits{connect: time.Second, silence: 300 * time.Millisecond, answer: 2 * time.Second, pause: time.Millisecond, rate: 8 << 20}

func announce(b []byte) storage.Properties {
	return storage.Properties{MimeType: "image/png", Size: int64(len(b)), SHA256: sha256.Sum256(b)}
}

func put(ctx context.Context, b *Bucket, body []byte) error {
	return b.Put(ctx, key, io.MultiReader(bytes.NewReader(body)), announce(body))
}

func read(ctx context.Context, b *Bucket) ([]byte, error) {
	body, _, err := b.Open(ctx, key)
	if err != nil {
		return nil, err
	}
	defer body.Close()
	return io.ReadAll(body)
}

// calls is everything that a bucket asks of its server.
var calls = map[string]func(ctx context.Context, b *Bucket) error{
	"a large put": func(ctx context.Context, b *Bucket) error { return put(ctx, b, make([]byte, 16<<20)) },
	"a small put": func(ctx context.Context, b *Bucket) error { return put(ctx, b, []byte("x")) },
	"stat": func(ctx context.Context, b *Bucket) error {
		_, err := b.Stat(ctx, key)
		return err
	},
	"read": func(ctx context.Context, b *Bucket) error {
		_, err := read(ctx, b)
		return err
	},
	"delete": func(ctx context.Context, b *Bucket) error { return b.Delete(ctx, key) },
	"list": func(ctx context.Context, b *Bucket) error {
		for _, err := range b.List(ctx, "") {
			return err
		}
		return errors.New("an empty list")
	},
}

// wantFault is an error that says nothing about objects.
func wantFault(t *testing.T, err error) {
	t.Helper()
	for _, other := range []error{nil, storage.ErrNotFound, storage.ErrFull, storage.ErrMismatch, storage.ErrKey} {
		if errors.Is(err, other) {
			t.Errorf("got %v", err)
		}
	}
}

// Whatever happens on the way to the server, each call ends with an error, and
// nothing half written is there afterwards.
func TestFaultsOnTheWayAreErrors(t *testing.T) {
	server := s3test.Start(t)
	for name, f := range map[string]s3test.Fault{
		"a server that takes connections and says nothing": {Kind: s3test.StallAnswer},
		"a server that reads nothing":                      {Kind: s3test.StallRequest},
		"a server that stops within a request":             {Kind: s3test.StallRequest, After: 20},
		"a server that stops within an answer":             {Kind: s3test.StallAnswer, After: 17},
		"a request that is cut":                            {Kind: s3test.CutRequest, After: 20},
		"an answer that is cut":                            {Kind: s3test.CutAnswer, After: 20},
		"connections that are closed at once":              {Kind: s3test.CutAnswer},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel() // they wait most of the time
			proxy := server.Proxy(t)
			c := config(t, server)
			straight := openBucket(t, c, usual)
			c.Endpoint = proxy.Endpoint
			b := openBucket(t, c, short)
			for call, do := range calls {
				proxy.Set(f)
				err := do(t.Context(), b)
				if wantFault(t, err); t.Failed() {
					t.Fatal(call)
				}
			}
			proxy.Set(s3test.Fault{})
			if err := errors.Join(put(t.Context(), b, []byte("mended")), b.Delete(t.Context(), key)); err != nil {
				t.Errorf("after the fault: %v", err)
			}
			for object, err := range straight.List(t.Context(), "") {
				t.Errorf("left %v, %v", object, err)
			}
		})
	}
}

// Its first bytes arrived: what is missing must not look like an end.
func TestABodyThatIsCutShortIsAnError(t *testing.T) {
	server := s3test.Start(t)
	proxy := server.Proxy(t)
	c := config(t, server)
	c.Endpoint = proxy.Endpoint
	b := openBucket(t, c, short)
	body := make([]byte, 1<<20)
	if err := put(t.Context(), b, body); err != nil {
		t.Fatal(err)
	}
	for name, kind := range map[string]s3test.FaultKind{"cut": s3test.CutAnswer, "stalled": s3test.StallAnswer} {
		t.Run("read, "+name, func(t *testing.T) {
			proxy.Set(s3test.Fault{Kind: kind, After: 300 << 10})
			got, err := read(t.Context(), b)
			if wantFault(t, err); len(got) == 0 || len(got) >= len(body) {
				t.Errorf("%d bytes arrived", len(got))
			}
		})
	}
	for name, kind := range map[string]s3test.FaultKind{"cut": s3test.CutRequest, "stalled": s3test.StallRequest} {
		t.Run("put, "+name, func(t *testing.T) {
			proxy.Set(s3test.Fault{Kind: kind, After: 300 << 10})
			wantFault(t, put(t.Context(), b, make([]byte, 8<<20)))
			proxy.Set(s3test.Fault{})
			if got, err := read(t.Context(), b); err != nil || !bytes.Equal(got, body) {
				t.Errorf("there are %d bytes: %v", len(got), err)
			}
		})
	}
}

// A connection that waited in the pool may be closed by the server meanwhile.
func TestABreakThatPassesIsNotNoticed(t *testing.T) {
	server := s3test.Start(t)
	proxy := server.Proxy(t)
	c := config(t, server)
	c.Endpoint = proxy.Endpoint
	patient := usual
	patient.pause = time.Millisecond
	b := openBucket(t, c, patient)
	for name, do := range calls {
		if name == "a large put" || name == "a small put" {
			continue // a body cannot be read again
		}
		if err := put(t.Context(), b, []byte("body")); err != nil {
			t.Fatal(err)
		}
		proxy.Set(s3test.Fault{Kind: s3test.CutAnswer, Times: tries - 1})
		if err := do(t.Context(), b); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		proxy.Set(s3test.Fault{})
	}
}

func TestAServerThatIsGoneIsAnError(t *testing.T) {
	server := s3test.Start(t)
	b := openBucket(t, config(t, server), short)
	server.Kill()
	for name, do := range calls {
		if wantFault(t, do(t.Context(), b)); t.Failed() {
			t.Fatal(name)
		}
	}
}

// A server that dies while it takes an object leaves none for the one that
// follows it.
func TestAServerThatDiesInAPutLeavesNothing(t *testing.T) {
	root := t.TempDir()
	server := s3test.StartIn(t, root)
	c := config(t, server)
	b := openBucket(t, c, short)
	body := make([]byte, 8<<20)
	dying := io.MultiReader(bytes.NewReader(body[:4<<20]), &killing{server}, bytes.NewReader(body[4<<20:]))
	wantFault(t, b.Put(t.Context(), key, dying, announce(body)))
	c.Endpoint = s3test.StartIn(t, root).Endpoint
	b = openBucket(t, c, usual)
	for object, err := range b.List(t.Context(), "") {
		t.Errorf("left %v, %v", object, err)
	}
}

type killing struct{ server *s3test.Server }

func (k *killing) Read([]byte) (int, error) {
	k.server.Kill()
	return 0, io.EOF
}

// What was opened is read to its end as it was, or not at all.
func TestAnObjectThatIsReplacedIsNotMixed(t *testing.T) {
	server := s3test.Start(t)
	b := openBucket(t, config(t, server), usual)
	if err := put(t.Context(), b, bytes.Repeat([]byte("a"), 1000)); err != nil {
		t.Fatal(err)
	}
	body, _, err := b.Open(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	defer body.Close()
	if err = put(t.Context(), b, bytes.Repeat([]byte("b"), 1000)); err != nil {
		t.Fatal(err)
	}
	if _, err = body.Seek(500, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	if n, err := body.Read(make([]byte, 10)); err == nil {
		t.Errorf("read %d bytes of another object", n)
	}
}

func TestWrongCredentialsAreAnError(t *testing.T) {
	c := config(t, s3test.Start(t))
	c.Credentials.SecretAccessKey = "hush"
	b := openBucket(t, c, usual)
	for name, do := range calls {
		err := do(t.Context(), b)
		if refused := (*refusal)(nil); !errors.As(err, &refused) || refused.status != 403 || bytes.Contains([]byte(err.Error()), []byte("hush")) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
