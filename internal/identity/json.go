package identity

import (
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"time"

	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
)

// userJSON and sessionJSON are what clients of Better Auth expect of a user and
// a session. The token in them names the session and is no secret: the secret
// is in the cookie alone, where no script reads it.
type userJSON struct {
	ID            string    `json:"id"`
	Email         string    `json:"email"`
	EmailVerified bool      `json:"emailVerified"`
	Name          string    `json:"name"`
	Image         *string   `json:"image"`
	Role          string    `json:"role"`
	CreatedAt     time.Time `json:"createdAt"`
	UpdatedAt     time.Time `json:"updatedAt"`
}

type sessionJSON struct {
	ID        string    `json:"id"`
	UserID    string    `json:"userId"`
	Token     string    `json:"token"`
	Current   bool      `json:"current"`
	ExpiresAt time.Time `json:"expiresAt"`
	CreatedAt time.Time `json:"createdAt"`
	UpdatedAt time.Time `json:"updatedAt"`
	IPAddress string    `json:"ipAddress"`
	UserAgent string    `json:"userAgent"`
}

// plainRole is the role of a user who is not staff (contract, User role).
const plainRole = "user"

func userOf(u *auth.User) userJSON {
	shown := userJSON{
		ID: u.ID, Email: u.Email, EmailVerified: u.EmailVerified, Name: u.Name, Role: string(u.Role),
		CreatedAt: u.CreatedAt, UpdatedAt: u.UpdatedAt,
	}
	if u.Image != "" {
		shown.Image = &u.Image
	}
	if u.Role == auth.None {
		shown.Role = plainRole
	}
	return shown
}

func sessionOf(s *auth.Session, current string) sessionJSON {
	return sessionJSON{
		ID: s.ID, UserID: s.UserID, Token: s.ID, Current: s.ID == current, ExpiresAt: s.ExpiresAt,
		CreatedAt: s.CreatedAt, UpdatedAt: s.RefreshedAt, IPAddress: s.Address, UserAgent: s.Agent,
	}
}

// send answers 200 with a value as JSON.
func send(w http.ResponseWriter, value any) error { return sendAs(w, http.StatusOK, value) }

func sendAs(w http.ResponseWriter, status int, value any) error {
	body, err := json.Marshal(value)
	if err != nil {
		return diag.Internal(err)
	}
	httpx.WriteJSON(w, status, body)
	return nil
}

// body is the JSON object that a script has sent.
type body map[string]any

func readBody(w http.ResponseWriter, r *http.Request) (body, error) {
	object, release, err := httpx.ReadObject(w, r)
	release() // what is taken of it is a few short texts
	return object, err
}

// text is a property that must be text when it is there.
func (b body) text(name string) (string, error) {
	switch value := b[name].(type) {
	case nil:
		return "", nil
	case string:
		return value, nil
	}
	return "", diag.At(diag.InputValidationFailed, "input#/"+name, name+" must be text.")
}

// texts are several properties that must be text.
func (b body) texts(names ...string) ([]string, error) {
	values := make([]string, len(names))
	for i, name := range names {
		var err error
		if values[i], err = b.text(name); err != nil {
			return nil, err
		}
	}
	return values, nil
}

// maxForm is the longest form that is read, in bytes.
const maxForm = 64 << 10

// readForm reads the form of a POST request, and of it alone: what the query
// says is no part of it. A body of another type is no form.
func readForm(w http.ResponseWriter, r *http.Request) (url.Values, error) {
	if !isForm(r) {
		return url.Values{}, nil
	}
	text, err := readBounded(w, r)
	if err != nil {
		return nil, err
	}
	form, err := url.ParseQuery(string(text))
	if err != nil {
		return nil, diag.At(diag.InputValidationFailed, "input#", "The form cannot be read.")
	}
	return form, nil
}

func isForm(r *http.Request) bool {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return err == nil && kind == "application/x-www-form-urlencoded"
}

// readBounded reads a body of at most maxForm bytes.
func readBounded(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxForm))
	switch long := (*http.MaxBytesError)(nil); {
	case errors.As(err, &long):
		return nil, diag.At(diag.PayloadTooLarge, "input#", "The body is longer than 64 KiB.")
	case err != nil:
		return nil, diag.At(diag.InputValidationFailed, "input#", "The body could not be read.")
	}
	return text, nil
}
