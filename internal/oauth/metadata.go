package oauth

import (
	"encoding/json"
	"net/url"
)

// serverMetadata is RFC 8414. It claims no OpenID Connect: there are no ID
// tokens (decision 57).
type serverMetadata struct {
	Issuer                string   `json:"issuer"`
	AuthorizationEndpoint string   `json:"authorization_endpoint"`
	TokenEndpoint         string   `json:"token_endpoint"`
	RegistrationEndpoint  string   `json:"registration_endpoint"`
	RevocationEndpoint    string   `json:"revocation_endpoint"`
	UserInfoEndpoint      string   `json:"userinfo_endpoint"`
	JWKSURI               string   `json:"jwks_uri"`
	Scopes                []string `json:"scopes_supported"`
	ResponseTypes         []string `json:"response_types_supported"`
	ResponseModes         []string `json:"response_modes_supported"`
	GrantTypes            []string `json:"grant_types_supported"`
	Prompts               []string `json:"prompt_values_supported"`
	TokenAuthMethods      []string `json:"token_endpoint_auth_methods_supported"`
	RevocationAuthMethods []string `json:"revocation_endpoint_auth_methods_supported"`
	ChallengeMethods      []string `json:"code_challenge_methods_supported"`
	DPoPAlgorithms        []string `json:"dpop_signing_alg_values_supported"`
	Resources             []string `json:"protected_resources"`
	IssuerInResponse      bool     `json:"authorization_response_iss_parameter_supported"`
	ClientDocuments       bool     `json:"client_id_metadata_document_supported"`
}

// resourceMetadata is RFC 9728.
type resourceMetadata struct {
	Resource       string   `json:"resource"`
	Servers        []string `json:"authorization_servers"`
	Scopes         []string `json:"scopes_supported"`
	BearerMethods  []string `json:"bearer_methods_supported"`
	DPoPAlgorithms []string `json:"dpop_signing_alg_values_supported"`
}

// Metadata is the document of RFC 8414, for
// /.well-known/oauth-authorization-server/api/auth.
func (p *Provider) Metadata() []byte {
	return document(serverMetadata{
		Issuer:                p.issuer,
		AuthorizationEndpoint: p.Endpoint("authorize"),
		TokenEndpoint:         p.Endpoint("token"),
		RegistrationEndpoint:  p.Endpoint("register"),
		RevocationEndpoint:    p.Endpoint("revoke"),
		UserInfoEndpoint:      p.Endpoint("userinfo"),
		JWKSURI:               p.issuer + "/jwks",
		Scopes:                without(p.options.offered(), []string{OpenID}),
		ResponseTypes:         []string{"code"},
		ResponseModes:         []string{"query"},
		GrantTypes:            []string{codeGrant, refreshGrant},
		Prompts:               prompts,
		TokenAuthMethods:      []string{"none"},
		RevocationAuthMethods: []string{"none"},
		ChallengeMethods:      []string{"S256"},
		DPoPAlgorithms:        proofAlgorithmNames(),
		Resources:             p.options.Resources,
		IssuerInResponse:      true,
		ClientDocuments:       true,
	})
}

// Endpoint is the URL of the provider's route of that name: authorize, token,
// register, revoke, userinfo.
func (p *Provider) Endpoint(name string) string { return p.issuer + "/oauth2/" + name }

// ProtectedResource is the document of RFC 9728 of one of the resources, or of
// what stands for one, at the path of ResourceMetadataURL; false for anything
// else (decision 85).
func (p *Provider) ProtectedResource(resource string) ([]byte, bool) {
	if p.resourceOf(resource) == "" {
		return nil, false
	}
	return document(resourceMetadata{
		Resource:       resource,
		Servers:        []string{p.issuer},
		Scopes:         p.options.resourceScopes(p.resourceOf(resource)),
		BearerMethods:  []string{"header"},
		DPoPAlgorithms: proofAlgorithmNames(),
	}), true
}

// ResourceMetadataURL is where the metadata of a resource is found (RFC 9728
// section 3.1).
func ResourceMetadataURL(resource string) string {
	u, err := url.Parse(resource)
	if err != nil {
		return ""
	}
	u.Path = "/.well-known/oauth-protected-resource" + u.Path
	return u.String()
}

func document(value any) []byte {
	text, _ := json.Marshal(value) //nolint:errchkjson // strings and booleans
	return text
}
