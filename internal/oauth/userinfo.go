package oauth

import (
	"context"
	"slices"
)

// UserInfo is the answer of the userinfo endpoint. What a token has no scope
// for, or the user does not have, is left out.
type UserInfo struct {
	Subject  string `json:"sub"`
	Name     string `json:"name,omitempty"`
	Picture  string `json:"picture,omitempty"`
	Username string `json:"preferred_username,omitempty"` // at the code host
	Email    string `json:"email,omitempty"`
	Verified *bool  `json:"email_verified,omitempty"`
}

// UserInfo tells a client about the user whose access token it shows, which
// needs one of the scopes openid, profile and email. Errors are those of
// VerifyAccessToken.
func (p *Provider) UserInfo(ctx context.Context, r AccessRequest) (*UserInfo, error) {
	access, err := p.VerifyAccessToken(ctx, r, p.Endpoint("userinfo"))
	if err != nil {
		return nil, err
	}
	found, err := reading(ctx, p, "read a profile", func(store Reader) (*Profile, error) { return store.Profile(access.UserID, p.options.CodeHost) })
	if err != nil {
		return nil, err
	}
	info := &UserInfo{Subject: access.UserID}
	if found != nil && slices.Contains(access.Scopes, ProfileScope) {
		info.Name, info.Picture, info.Username = found.Name, found.Image, found.Login
	}
	if found != nil && found.Email != "" && slices.Contains(access.Scopes, Email) {
		info.Email, info.Verified = found.Email, &found.EmailVerified
	}
	return info, nil
}
