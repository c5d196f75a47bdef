package s3

import (
	"context"
	"encoding/xml"
	"errors"
	"iter"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/quartet-dev/quartet/internal/media/storage"
)

// A page of a list, a thousand objects at most.
type page struct {
	Contents []struct {
		Key          string
		Size         int64
		LastModified time.Time
	}
	IsTruncated           bool
	NextContinuationToken string
}

// List is of storage.Bucket. It holds a page of the server. Objects that others
// put into the bucket, under what is no key here, are passed over.
func (b *Bucket) List(ctx context.Context, prefix string) iter.Seq2[storage.Object, error] {
	return func(yield func(storage.Object, error) bool) {
		if !begins(prefix) {
			return
		}
		for token, more := "", true; more; {
			p, err := b.page(ctx, prefix, token)
			if err != nil {
				yield(storage.Object{}, err)
				return
			}
			if !p.each(yield) {
				return
			}
			token, more = p.NextContinuationToken, p.IsTruncated
		}
	}
}

// begins reports whether a key can begin so.
func begins(prefix string) bool {
	return prefix == "" || storage.CheckKey(strings.TrimSuffix(prefix, "/")) == nil
}

func (p *page) each(yield func(storage.Object, error) bool) bool {
	for _, c := range p.Contents {
		key, err := url.QueryUnescape(c.Key)
		if err != nil || storage.CheckKey(key) != nil {
			continue
		}
		if !yield(storage.Object{Key: key, Size: c.Size, Changed: c.LastModified}, nil) {
			return false
		}
	}
	return true
}

func (b *Bucket) page(ctx context.Context, prefix, token string) (*page, error) {
	query := url.Values{"list-type": {"2"}, "encoding-type": {"url"}, "prefix": {prefix}}
	if token != "" {
		query.Set("continuation-token", token)
	}
	answer, err := b.ask(ctx, request{method: http.MethodGet, query: query})
	if err != nil {
		return nil, err
	}
	p := new(page)
	if err = xml.Unmarshal(answer.body, p); err != nil {
		return nil, err
	}
	if p.IsTruncated && (p.NextContinuationToken == "" || p.NextContinuationToken == token) {
		return nil, errors.New("the media storage does not say where a list goes on")
	}
	return p, nil
}
