package media_test

import (
	"bytes"
	"io"
	"net/http"
	"testing"

	"github.com/quartet-dev/quartet/internal/media"
	"github.com/quartet-dev/quartet/internal/media/storage"
	"github.com/quartet-dev/quartet/internal/media/storage/s3"
	"github.com/quartet-dev/quartet/internal/media/storage/s3test"
)

// put sends bytes to a bucket by a capability.
func put(t *testing.T, c media.Capability, body []byte) (status int) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPut, c.URL, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range c.Headers {
		r.Header.Set(name, value)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	return answer.StatusCode
}

// openDirect is a library over a bucket that clients put bytes into themselves.
func openDirect(t *testing.T) library {
	t.Helper()
	server := s3test.Start(t)
	bucket, err := s3.Open(s3.Config{
		Bucket: server.Bucket(t), Region: s3test.Region, Endpoint: server.Endpoint,
		Credentials: s3.Credentials{AccessKeyID: s3test.AccessKeyID, SecretAccessKey: s3test.SecretAccessKey},
	})
	if err != nil {
		t.Fatal(err)
	}
	return openOver(t, bucket)
}

// Where clients put bytes into the bucket themselves, what was committed stays what
// it is while their capability lasts.
func TestCommittedBytesStayWhatTheyAre(t *testing.T) {
	l := openDirect(t)
	for name, announce := range map[string]func([]byte) media.Variant{
		"with a checksum": func(body []byte) media.Variant { return announced("image/jpeg", body) },
		"without one": func(body []byte) media.Variant {
			v := announced("image/jpeg", body)
			v.SHA256 = ""
			return v
		},
	} {
		t.Run(name, func(t *testing.T) {
			body := photo(t, 300, 200, 1)
			granted, err := l.Announce(t.Context(), media.Announcement{Purpose: "figure", Filename: "boat.jpg", Variants: []media.Variant{announce(body)}})
			if err != nil || granted.Capabilities[0].Resumable {
				t.Fatal(granted, err)
			}
			if status := put(t, granted.Capabilities[0], body); status != http.StatusOK {
				t.Fatal(status)
			}
			a, err := l.commit(granted)
			if err != nil {
				t.Fatal(err)
			}
			other := bytes.Repeat([]byte("<script>"), len(body)/8+1)[:len(body)]
			put(t, granted.Capabilities[0], other)
			c, err := l.Open(t.Context(), a.ID, 1, "primary-0.jpg")
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = c.Close() }()
			if found, err := io.ReadAll(c); err != nil || !bytes.Equal(found, body) {
				t.Errorf("%d other bytes are served, %v", len(found), err)
			}
		})
	}
}

// A commit that was broken off behind the copy of a variant is made again.
func TestACommitThatWasBrokenOffIsMadeAgain(t *testing.T) {
	l, body := openDirect(t), photo(t, 300, 200, 1)
	v := announced("image/jpeg", body)
	v.SHA256 = ""
	granted, err := l.Announce(t.Context(), media.Announcement{Purpose: "figure", Filename: "boat.jpg", Variants: []media.Variant{v}})
	if err != nil {
		t.Fatal(err)
	}
	copied := "figure/" + granted.UploadGroupID + "/primary-0.jpg"
	if err := l.bucket.Put(t.Context(), copied, bytes.NewReader(body), storage.Properties{MimeType: "image/jpeg", Size: int64(len(body))}); err != nil {
		t.Fatal(err)
	}
	if _, err := l.commit(granted); err != nil {
		t.Error(err)
	}
}
