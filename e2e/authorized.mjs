// What both MCP SDKs ask of a program that signs its user in: where to keep what
// they are given, and how to send the user to the consent page.
export class Memory {
  clientMetadata = {
    client_name: 'Kettle', redirect_uris: ['http://127.0.0.1:4711/callback'], token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'],
  }

  // access is what the user chooses on the consent page: read or write.
  access = 'write'

  constructor(visitor) {
    this.visitor = visitor
  }

  get redirectUrl() {
    return this.clientMetadata.redirect_uris[0]
  }

  state = () => 'kettle'
  clientInformation = () => this.client
  saveClientInformation = (client) => void (this.client = client)
  tokens = () => this.kept
  saveTokens = (tokens) => void (this.kept = tokens)
  saveCodeVerifier = (verifier) => void (this.verifier = verifier)
  codeVerifier = () => this.verifier
  saveDiscoveryState = (state) => void (this.discovered = state)
  discoveryState = () => this.discovered

  // heard are the parameters that the client gets back; the user says yes.
  redirectToAuthorization = async (url) => {
    this.asked = url.searchParams.get('scope')
    this.heard = (await this.visitor.decide(url, true, this.access)).searchParams
  }

  // invalidateCredentials forgets what the service no longer knows.
  invalidateCredentials = (what) => {
    if (what === 'all' || what === 'client') this.client = undefined
    if (what === 'all' || what === 'tokens') this.kept = undefined
  }
}
