package fetch

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
)

// read reads the answer, or as much of it as is enough.
func (e *exchange) read(ctx context.Context, answer *http.Response) (*Response, error) {
	if answer.StatusCode < http.StatusOK {
		return nil, refuse(Failed, e.place()+" changes the protocol, which was not asked for.")
	}
	from := io.Reader(answer.Body)
	if e.enough > 0 {
		from = io.LimitReader(from, int64(e.enough))
	} else if answer.ContentLength > maxResponse && e.method != http.MethodHead {
		return nil, e.tooLarge()
	}
	body, err := e.readBody(from)
	if err != nil {
		return nil, e.failure(ctx, err)
	}
	_, text, _ := strings.Cut(answer.Status, " ")
	return &Response{
		Status: answer.StatusCode, StatusText: charactersOf(text), Headers: headersOf(answer.Header),
		URL: e.target.String(), Redirected: e.hops > 0, Body: body,
	}, nil
}

func (e *exchange) tooLarge() *Error {
	return refuse(TooLarge, "The answer of "+e.host+" has more than 8 MiB.")
}

// step is how much memory is asked for at a time, and how long a first part may be
// without asking.
const step = 64 << 10

// readBody reads a body that counts against the memory of all of them while it
// comes. The limit holds for what is decompressed, so a small answer cannot
// become a large one.
func (e *exchange) readBody(from io.Reader) (body []byte, err error) {
	taken := 0
	defer func() { e.client.memory.Release(int64(taken)) }()
	for {
		if len(body) == cap(body) {
			more := min(max(step, cap(body)), maxResponse+1-cap(body))
			if taken > 0 || cap(body) > 0 {
				if !e.client.memory.TryAcquire(int64(more)) {
					return nil, refuse(Busy, "Too many large answers are on their way at the moment.")
				}
				taken += more
			}
			body = append(make([]byte, 0, cap(body)+more), body...)
		}
		n, err := from.Read(body[len(body):cap(body)])
		body = body[:len(body)+n]
		switch {
		case len(body) > maxResponse:
			return nil, e.tooLarge()
		case errors.Is(err, io.EOF):
			return body, nil
		case err != nil:
			return nil, err
		}
	}
}
