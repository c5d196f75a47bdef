package identitytest

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
)

// Agent is a client that a person has let in.
type Agent struct {
	ClientID     string `json:"-"`
	AccessToken  string `json:"access_token"`
	RefreshToken string `json:"refresh_token"`
	TokenType    string `json:"token_type"`
	Scope        string `json:"scope"`
}

// Ask is what an agent asks for. Resource may be left out, and Proof, which
// binds the tokens to a key: it makes the DPoP header of a request.
type Ask struct {
	Scope    string
	Resource string
	Proof    func(method, address, nonce string) string
}

const (
	returnAddress = "http://127.0.0.1:1/callback"
	verifier      = "a-verifier-of-forty-three-characters-or-more"
)

// Connect registers a client, has the person let it in, and exchanges the code.
func (p *Person) Connect(ask Ask) *Agent {
	p.t.Helper()
	agent := &Agent{ClientID: p.register()}
	sum := sha256.Sum256([]byte(verifier))
	query := url.Values{
		"response_type": {"code"}, "client_id": {agent.ClientID}, "redirect_uri": {returnAddress}, "scope": {ask.Scope},
		"code_challenge": {base64.RawURLEncoding.EncodeToString(sum[:])}, "code_challenge_method": {"S256"}, "state": {"state"},
	}
	if ask.Resource != "" {
		query.Set("resource", ask.Resource)
	}
	back := p.Approve(p.Origin + "/api/auth/oauth2/authorize?" + query.Encode()).Query()
	if back.Get("code") == "" || back.Get("state") != "state" {
		p.t.Fatalf("the client hears %v", back)
	}
	p.exchange(agent, ask, back.Get("code"))
	return agent
}

func (p *Person) register() string {
	p.t.Helper()
	answer, err := http.Post(p.Origin+"/api/auth/oauth2/register", "application/json",
		strings.NewReader(`{"client_name":"Kettle","redirect_uris":["`+returnAddress+`"],"grant_types":["authorization_code","refresh_token"]}`))
	if err != nil {
		p.t.Fatal(err)
	}
	var registered struct {
		ID string `json:"client_id"`
	}
	if err := json.Unmarshal(p.read(answer, http.StatusCreated), &registered); err != nil || registered.ID == "" {
		p.t.Fatal("the client has no id", err)
	}
	return registered.ID
}

// exchange gets the tokens, with the nonce that the service asks for where the
// agent proves a key.
func (p *Person) exchange(agent *Agent, ask Ask, code string) {
	p.t.Helper()
	form := url.Values{
		"grant_type": {"authorization_code"}, "code": {code}, "client_id": {agent.ClientID},
		"redirect_uri": {returnAddress}, "code_verifier": {verifier},
	}
	answer := p.token(form, ask, "")
	if nonce := answer.Header.Get("DPoP-Nonce"); ask.Proof != nil && answer.StatusCode == http.StatusBadRequest && nonce != "" {
		_ = answer.Body.Close()
		answer = p.token(form, ask, nonce)
	}
	if err := json.Unmarshal(p.read(answer, http.StatusOK), agent); err != nil || agent.AccessToken == "" {
		p.t.Fatal("there is no access token", err)
	}
}

func (p *Person) token(form url.Values, ask Ask, nonce string) *http.Response {
	p.t.Helper()
	address := p.Origin + "/api/auth/oauth2/token"
	request, err := http.NewRequestWithContext(p.t.Context(), http.MethodPost, address, strings.NewReader(form.Encode()))
	if err != nil {
		p.t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if ask.Proof != nil {
		request.Header.Set("DPoP", ask.Proof(http.MethodPost, address, nonce))
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		p.t.Fatal(err)
	}
	return answer
}
