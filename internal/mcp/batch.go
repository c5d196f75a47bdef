package mcp

import (
	"context"
	"fmt"
	"net/http"

	letters "github.com/go-jose/go-jose/v4/json"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
)

// maxBatch is how many messages one request may hold, which only the protocol
// of 2025-03-26 knows: each is worked on beside the others.
const maxBatch = 20

// noBatchVersion is the first that has no batches.
const noBatchVersion = "2025-06-18"

// admitBatch takes all of a batch or nothing: when one message is refused, so is
// every request beside it.
func (s *Surface) admitBatch(w http.ResponseWriter, r *http.Request, body []byte) (admitted []byte, ok bool) {
	messages, f := s.splitBatch(r, body)
	if f != nil {
		answer(w, f.status(r), errorResponse(nil, f))
		return nil, false
	}
	heard, faults, refusals := messages[:0], 0, []rpcErrorResponse{}
	for _, message := range messages {
		id, what, f := classify(message)
		switch {
		case f != nil:
			faults++
			refusals = append(refusals, errorResponse(id, f))
		case what == request:
			refusals = append(refusals, errorResponse(id, invalidRequest("Another message of the batch is refused.")))
		}
		if what != unknownMessage {
			heard = append(heard, message)
		}
	}
	switch {
	case faults > 0:
		answer(w, http.StatusBadRequest, refusals)
		return nil, false
	case len(heard) == 0:
		w.WriteHeader(http.StatusAccepted)
		return nil, false
	}
	return joined(heard), true
}

// joined is a batch again.
func joined(messages []rawJSON) []byte {
	text := []byte("[")
	for i, message := range messages {
		if i > 0 {
			text = append(text, ',')
		}
		text = append(text, message...)
	}
	return append(text, ']')
}

// splitBatch takes a batch apart.
func (s *Surface) splitBatch(r *http.Request, body []byte) (messages []rawJSON, f *rpcError) {
	switch err := letters.Unmarshal(body, &messages); {
	case err != nil:
		return nil, parseError(err)
	case r.Header.Get(versionHeader) >= noBatchVersion:
		return nil, invalidRequest("Only the protocol version 2025-03-26 has batches.")
	case len(messages) == 0:
		return nil, invalidRequest("The batch is empty.")
	case len(messages) > maxBatch:
		return nil, s.batchTooLong(r.Context())
	}
	return messages, nil
}

func (s *Surface) batchTooLong(ctx context.Context) *rpcError {
	d := diag.At(diag.InputValidationFailed, "input#", fmt.Sprintf("A batch has at most %d messages.", maxBatch))
	d.Expected = maxBatch
	body, _ := httpx.Failure(ctx, s.opts.Log, toolRequestOf(ctx).requestID, d)
	return &rpcError{Code: jsonrpc.CodeInvalidRequest, Message: d.Message, Data: body}
}
