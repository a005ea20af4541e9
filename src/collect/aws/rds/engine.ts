/** Identifies the service of a database by its engine, because RDS lists those of RDS, DocumentDB, and Neptune. */

type OfEngine = { readonly Engine?: string | undefined }

export const isDocumentDb = ({ Engine }: OfEngine): boolean => Engine === 'docdb'
export const isNeptune = ({ Engine }: OfEngine): boolean => Engine === 'neptune'
export const isRds = (database: OfEngine): boolean => !isDocumentDb(database) && !isNeptune(database)
