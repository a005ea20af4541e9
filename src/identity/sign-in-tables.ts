/** Maps the sign-in library's tables and columns to the database tables. A migration creates them. */

const times = { createdAt: 'created_at', updatedAt: 'updated_at' } as const

export const signInTables = {
  user: {
    modelName: 'users',
    fields: { emailVerified: 'email_verified', ...times },
  },
  session: {
    modelName: 'user_sessions',
    fields: {
      userId: 'user_id',
      expiresAt: 'expires_at',
      ipAddress: 'ip_address',
      userAgent: 'user_agent',
      ...times,
    },
    additionalFields: {
      activeOrganization: { type: 'string', required: false, input: false, fieldName: 'active_organization' },
      /** The SSO provider; `null` for a password or a link. */
      signedInBy: { type: 'string', required: false, input: false, fieldName: 'signed_in_by' },
    },
  },
  account: {
    modelName: 'user_credentials',
    fields: {
      userId: 'user_id',
      providerId: 'provider_id',
      accountId: 'account_id',
      accessToken: 'access_token',
      refreshToken: 'refresh_token',
      idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires_at',
      refreshTokenExpiresAt: 'refresh_token_expires_at',
      ...times,
    },
    additionalFields: {
      /** The issuer of an SSO identity. */
      issuer: { type: 'string', required: false, input: false, fieldName: 'issuer' },
    },
  },
  verification: {
    modelName: 'user_verifications',
    fields: { expiresAt: 'expires_at', ...times },
  },
} as const
