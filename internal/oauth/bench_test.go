package oauth_test

import "testing"

// BenchmarkVerifyAccessToken is what each call of /mcp costs before its tool.
func BenchmarkVerifyAccessToken(b *testing.B) {
	s := open(b)
	request := bearer(s.connected(s.app(), "mcp").AccessToken)
	for b.Loop() {
		if _, err := s.access(request); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkVerifyBoundToken has a proof checked and stored too.
func BenchmarkVerifyBoundToken(b *testing.B) {
	s := open(b)
	client, key := s.app(), proofKey(b)
	token := s.token(codeForm(client, s.code(client)), s.tokenProof(key)).AccessToken
	for b.Loop() {
		b.StopTimer()
		request := s.shown(token, s.resourceProof(key, token))
		b.StartTimer()
		if _, err := s.access(request); err != nil {
			b.Fatal(err)
		}
	}
}
