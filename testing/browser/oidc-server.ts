/** A real identity provider of a company (OpenID Connect), with forms of its own, on this machine. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import Provider from 'oidc-provider'

export const CLIENT = { id: 'zhijian', secret: 'a secret of the client' } as const

/** The people of the company, by the name with which they sign in there. */
type People = Readonly<Record<string, { name: string; email: string }>>

/** Starts the provider for the site at `siteUrl`. The caller stops it. */
export async function startOidcServer(siteUrl: string, people: People) {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const issuer = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [`${siteUrl}/account/company`, `${siteUrl}/admin/login/company`],
        post_logout_redirect_uris: [`${siteUrl}/`, `${siteUrl}/admin/login`],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { rpInitiatedLogout: { enabled: true } },
    pkce: { required: () => true },
    findAccount: (_context, login) => ({
      accountId: login,
      claims: () => ({ sub: login, ...people[login], email_verified: true }),
    }),
  })
  server.on('request', provider.callback())
  return {
    issuer,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
