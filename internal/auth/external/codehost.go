package external

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"

	"github.com/quartet-dev/quartet/internal/auth"
)

// publicHost is the code host whose API has a host of its own.
const publicHost = "https://github.com"

// apiOf is where the API of a code host is. GitHub Enterprise has it under a
// path.
func apiOf(base string) string {
	if base == publicHost {
		return "https://api.github.com"
	}
	return base + "/api/v3"
}

// account is a code host's GET /user.
type account struct {
	ID     int64  `json:"id"`
	Login  string `json:"login"`
	Name   string `json:"name"`
	Avatar string `json:"avatar_url"`
}

// mailAddress is one of a code host's GET /user/emails.
type mailAddress struct {
	Email    string          `json:"email"`
	Primary  bool            `json:"primary"`
	Verified json.RawMessage `json:"verified"`
}

// codeHostProfile asks the API who somebody is. A login may be given up and
// taken by somebody else, so the number is what identifies them.
func codeHostProfile(api string) profile {
	return func(ctx context.Context, _ *Provider, v finishedSignIn) (auth.Identity, error) {
		var who account
		if err := get(ctx, api+"/user", v.token.AccessToken, &who); err != nil {
			return auth.Identity{}, err
		}
		if who.ID <= 0 {
			return auth.Identity{}, errSubject
		}
		email, err := primaryAddress(ctx, api, v.token.AccessToken)
		return auth.Identity{
			Subject: strconv.FormatInt(who.ID, 10), Login: who.Login, Name: who.Name, Image: who.Avatar,
			Email: email, EmailVerified: email != "",
		}, err
	}
}

// primaryAddress is the primary address if it is verified. An app that may not
// see addresses is told so by 403 or 404, and knows none.
func primaryAddress(ctx context.Context, api, token string) (string, error) {
	var addresses []mailAddress
	err := get(ctx, api+"/user/emails", token, &addresses)
	var status *statusError
	if errors.As(err, &status) && (status.status == http.StatusForbidden || status.status == http.StatusNotFound) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	for _, each := range addresses {
		if each.Primary && emailTrusts["github"].verifies(raw{"verified": each.Verified}) {
			return each.Email, nil
		}
	}
	return "", nil
}
