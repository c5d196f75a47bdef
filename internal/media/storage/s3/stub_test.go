package s3

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/media/storage"
)

// These are answers that no server of the tests gives when it is asked to.
func stub(t *testing.T, l limits, answer http.HandlerFunc) *Bucket {
	t.Helper()
	server := httptest.NewServer(answer)
	t.Cleanup(server.Close)
	return openBucket(t, Config{Bucket: "bucket", Region: "eu-1", Endpoint: server.URL, Credentials: Credentials{AccessKeyID: "id", SecretAccessKey: "hush"}}, l)
}

func refuse(w http.ResponseWriter, status int, code string) {
	w.WriteHeader(status)
	if code != "" {
		fmt.Fprintf(w, "<?xml version=\"1.0\"?><Error><Code>%s</Code><Message>No.</Message></Error>", code)
	}
}

func TestRefusalsAreErrorsOfThePort(t *testing.T) {
	others := []error{storage.ErrFull, storage.ErrMismatch, storage.ErrNotFound}
	for _, test := range []struct {
		status int
		code   string
		want   error
	}{
		{507, "", storage.ErrFull},
		{507, "XMinioStorageFull", storage.ErrFull},
		{403, "QuotaExceeded", storage.ErrFull},
		{400, "EntityTooLarge", storage.ErrFull},
		{400, "XMinioAdminBucketQuotaExceeded", storage.ErrFull},
		{400, "BadDigest", storage.ErrMismatch},
		{400, "XAmzContentChecksumMismatch", storage.ErrMismatch},
		{404, "NoSuchKey", storage.ErrNotFound},
		{404, "", storage.ErrNotFound},
		{404, "NoSuchBucket", nil},
		{403, "AccessDenied", nil},
		{301, "PermanentRedirect", nil},
		{307, "", nil},
		{500, "InternalError", nil},
	} {
		b := stub(t, short, func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			w.Header().Set("Location", "/elsewhere")
			refuse(w, test.status, test.code)
		})
		err := put(t.Context(), b, []byte("body"))
		if err == nil || !strings.Contains(err.Error(), fmt.Sprint(test.status)) || !strings.Contains(err.Error(), test.code) {
			t.Errorf("%d %s: %v", test.status, test.code, err)
		}
		for _, each := range others {
			if errors.Is(err, each) != (each == test.want) { //nolint:errorlint // they are the errors themselves
				t.Errorf("%d %s is %v: %t", test.status, test.code, each, errors.Is(err, each))
			}
		}
	}
}

// The bucket is missing, not what is in it.
func TestAMissingBucketIsNotAnEmptyOne(t *testing.T) {
	b := stub(t, short, func(w http.ResponseWriter, _ *http.Request) { refuse(w, 404, "NoSuchBucket") })
	for name, do := range calls {
		if name == "stat" {
			continue // an answer to HEAD does not tell them apart
		}
		if wantFault(t, do(t.Context(), b)); t.Failed() {
			t.Fatal(name)
		}
	}
}

func TestABusyServerIsAskedAgain(t *testing.T) {
	for _, status := range []int{429, 500, 503} {
		var asked atomic.Int64
		b := stub(t, short, func(w http.ResponseWriter, _ *http.Request) {
			if asked.Add(1) < tries {
				refuse(w, status, "SlowDown")
				return
			}
			w.Header().Set("Content-Length", "1")
			w.Header().Set("Last-Modified", time.Now().UTC().Format(http.TimeFormat))
		})
		if _, err := b.Stat(t.Context(), key); err != nil || asked.Load() != tries {
			t.Errorf("%d: asked %d times: %v", status, asked.Load(), err)
		}
	}
}

// A body is sent once: nobody can read it again.
func TestAPutIsSentOnce(t *testing.T) {
	var asked atomic.Int64
	b := stub(t, short, func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		_, _ = io.Copy(io.Discard, r.Body)
		refuse(w, 503, "SlowDown")
	})
	if wantFault(t, put(t.Context(), b, []byte("body"))); asked.Load() != 1 {
		t.Errorf("asked %d times", asked.Load())
	}
}

// A byte now and then is no silence, and must not go on for ever.
func TestAServerThatTricklesIsGivenUp(t *testing.T) {
	b := stub(t, limits{connect: time.Second, silence: time.Minute, answer: 200 * time.Millisecond, rate: 1 << 20},
		func(w http.ResponseWriter, r *http.Request) {
			for r.Context().Err() == nil {
				fmt.Fprint(w, " ")
				_ = http.NewResponseController(w).Flush()
				time.Sleep(10 * time.Millisecond)
			}
		})
	for _, err := range b.List(t.Context(), "") {
		wantFault(t, err)
	}
	b = stub(t, b.limits, func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		<-r.Context().Done()
	})
	wantFault(t, put(t.Context(), b, []byte("body")))
}

func TestAListThatDoesNotGoOnIsAnError(t *testing.T) {
	for name, page := range map[string]string{
		"no token":       `<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>`,
		"the same token": `<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>x</NextContinuationToken></ListBucketResult>`,
		"no list":        `hello`,
		"half a list":    `<ListBucketResult><Contents><Key>a</Key>`,
	} {
		b := stub(t, short, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, page) })
		seen := 0
		for _, err := range b.List(t.Context(), "") {
			wantFault(t, err)
			seen++
		}
		if seen != 1 {
			t.Errorf("%s: %d answers", name, seen)
		}
	}
}

// Others may write to the bucket too.
func TestForeignKeysArePassedOver(t *testing.T) {
	b := stub(t, short, func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `<ListBucketResult>`)
		for _, k := range []string{"..%2Fa", "a+b", "%00", "folder/", "a/1.png", "%zz"} {
			fmt.Fprintf(w, `<Contents><Key>%s</Key><Size>7</Size><LastModified>2026-01-02T03:04:05.000Z</LastModified></Contents>`, k)
		}
		fmt.Fprint(w, `</ListBucketResult>`)
	})
	var keys []string
	for object, err := range b.List(t.Context(), "") {
		if err != nil {
			t.Fatal(err)
		}
		keys = append(keys, object.Key)
	}
	if len(keys) != 1 || keys[0] != "a/1.png" {
		t.Errorf("%q", keys)
	}
}

func TestARangeThatIsAnotherIsAnError(t *testing.T) {
	whole := func(w http.ResponseWriter) {
		w.Header().Set("Last-Modified", time.Now().UTC().Format(http.TimeFormat))
		w.Header().Set("Content-Length", "10")
		fmt.Fprint(w, "0123456789")
	}
	for name, rest := range map[string]func(w http.ResponseWriter){
		"the whole object": whole,
		"less": func(w http.ResponseWriter) {
			w.WriteHeader(http.StatusPartialContent)
			fmt.Fprint(w, "56")
		},
	} {
		b := stub(t, short, func(w http.ResponseWriter, r *http.Request) {
			if strings.HasPrefix(r.Header.Get("Range"), "bytes=0-") {
				whole(w) // which a server may do
				return
			}
			rest(w)
		})
		body, _, err := b.Open(t.Context(), key)
		if err != nil {
			t.Fatal(err)
		}
		defer body.Close()
		if _, err = body.Seek(5, io.SeekStart); err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(body); err == nil {
			t.Errorf("%s: read %q", name, got)
		}
	}
}

// A picture is one request, and a part of a film is two: what is thrown away is
// small.
func TestFewRequestsReadAnObject(t *testing.T) {
	for _, test := range []struct {
		size, from int
		want       int64
	}{{first, 0, 1}, {first + 1, 0, 2}, {first, 10, 2}, {10 * first, 5 * first, 2}} {
		var asked atomic.Int64
		b := stub(t, usual, func(w http.ResponseWriter, r *http.Request) {
			asked.Add(1)
			http.ServeContent(w, r, "", time.Now(), bytes.NewReader(make([]byte, test.size)))
		})
		body, _, err := b.Open(t.Context(), key)
		if err != nil {
			t.Fatal(err)
		}
		defer body.Close()
		if _, err = body.Seek(int64(test.from), io.SeekStart); err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(body); len(got) != test.size-test.from || err != nil || asked.Load() != test.want {
			t.Errorf("%+v: %d bytes by %d requests: %v", test, len(got), asked.Load(), err)
		}
	}
}

// Temporary credentials have a token that each request and capability names.
func TestTheSessionTokenIsSent(t *testing.T) {
	var token atomic.Value
	b := stub(t, short, func(w http.ResponseWriter, r *http.Request) {
		token.Store(r.Header.Get("X-Amz-Security-Token"))
		refuse(w, 403, "")
	})
	b.config.Credentials.SessionToken = "temporary"
	_ = b.Delete(t.Context(), key)
	if token.Load() != "temporary" {
		t.Errorf("sent %v", token.Load())
	}
	c, ok, err := b.Capability(t.Context(), key, announce([]byte("x")), time.Minute)
	if !ok || err != nil || !strings.Contains(c.URL, "X-Amz-Security-Token=temporary") || strings.Contains(c.URL, "hush") {
		t.Errorf("%+v, %t, %v", c, ok, err)
	}
}

// A capability is never for any size.
func TestACapabilityNeedsASize(t *testing.T) {
	b := stub(t, short, func(http.ResponseWriter, *http.Request) {})
	for _, size := range []int64{-1, 0} {
		if c, ok, err := b.Capability(t.Context(), key, storage.Properties{Size: size}, time.Minute); ok || err == nil {
			t.Errorf("%d: %v", size, c)
		}
	}
}
