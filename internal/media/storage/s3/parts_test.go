package s3

import (
	"bytes"
	"crypto/sha256"
	"encoding/xml"
	"errors"
	"io"
	"net/http"
	"net/url"
	"testing"

	"github.com/quartet-dev/quartet/internal/media/storage"
	"github.com/quartet-dev/quartet/internal/media/storage/s3test"
)

// inParts is as small as a server takes parts.
func inParts() limits {
	l := usual
	l.single, l.part = 6<<20, 5<<20
	return l
}

// What is longer than one request may be goes in parts, and is one object: of the same
// bytes and type. A body that is another, or that breaks off, leaves nothing.
func TestALongObjectIsPutInParts(t *testing.T) {
	server := s3test.Start(t)
	b := openBucket(t, config(t, server), inParts())
	long := bytes.Repeat([]byte("0123456789abcdef"), 12<<20/16)
	good := storage.Properties{MimeType: "application/zip", Size: int64(len(long)), SHA256: sha256.Sum256(long)}
	if err := b.Put(t.Context(), "copies/long.zip", bytes.NewReader(long), good); err != nil {
		t.Fatal(err)
	}
	body, object, err := b.Open(t.Context(), "copies/long.zip")
	if err != nil {
		t.Fatal(err)
	}
	defer body.Close()
	found, err := io.ReadAll(body)
	if err != nil || !bytes.Equal(found, long) || object.MimeType != "application/zip" {
		t.Errorf("%d bytes of %s: %v", len(found), object.MimeType, err)
	}
	other := good
	other.SHA256[0]++
	for name, put := range map[string]struct {
		body []byte
		as   storage.Properties
	}{
		"other": {long, other}, "short": {long[:11<<20], good}, "longer": {append(bytes.Clone(long), 'x'), good},
	} {
		err := b.Put(t.Context(), "copies/"+name, bytes.NewReader(put.body), put.as)
		if !errors.Is(err, storage.ErrMismatch) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := b.Stat(t.Context(), "copies/"+name); !errors.Is(err, storage.ErrNotFound) {
			t.Errorf("%s is there: %v", name, err)
		}
	}
	if left := uploads(t, b); len(left) > 0 {
		t.Errorf("uploads that are not over: %v", left)
	}
}

// uploads are those that the server still keeps parts of.
func uploads(t *testing.T, b *Bucket) (keys []string) {
	t.Helper()
	answer, err := b.ask(t.Context(), request{method: http.MethodGet, query: url.Values{"uploads": {""}}})
	if err != nil {
		t.Fatal(err)
	}
	var said struct{ Upload []struct{ Key string } }
	if err := xml.Unmarshal(answer.body, &said); err != nil {
		t.Fatal(err)
	}
	for _, each := range said.Upload {
		keys = append(keys, each.Key)
	}
	return keys
}

// A server may say with a 200 that it could not put the parts together.
func TestPartsThatAreNotPutTogetherAreAnError(t *testing.T) {
	aborted := false
	b := stub(t, inParts(), func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		switch {
		case r.Method == http.MethodPost && r.URL.Query().Has("uploads"):
			_, _ = io.WriteString(w, "<InitiateMultipartUploadResult><UploadId>7</UploadId></InitiateMultipartUploadResult>")
		case r.Method == http.MethodPost:
			_, _ = io.WriteString(w, "<Error><Code>InternalError</Code></Error>")
		case r.Method == http.MethodDelete:
			aborted = r.URL.Query().Get("uploadId") == "7"
		}
	})
	long := make([]byte, 7<<20)
	if err := b.Put(t.Context(), "copies/long.zip", bytes.NewReader(long), storage.Properties{Size: int64(len(long))}); err == nil || !aborted {
		t.Errorf("%v, aborted %t", err, aborted)
	}
}
