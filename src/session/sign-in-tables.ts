/** What the sign-in library's tables and their columns are named in our database; a migration makes them. */

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
      /** The provider of single sign-on; `null`: a password or a link. */
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
      /** Of single sign-on: who vouches for the person. */
      issuer: { type: 'string', required: false, input: false, fieldName: 'issuer' },
    },
  },
  verification: {
    modelName: 'user_verifications',
    fields: { expiresAt: 'expires_at', ...times },
  },
} as const
