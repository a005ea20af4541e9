import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { spawn } from "node:child_process";
import { access, appendFile, constants, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { createHash, randomUUID } from "node:crypto";
import { isDeepStrictEqual, stripVTControlCharacters } from "node:util";
import { createReadStream } from "node:fs";
// \0rolldown/runtime.js
var __defProp = Object.defineProperty;
var __esmMin = (fn, res, err) => () => {
	if (err) throw err[0];
	try {
		return fn && (res = fn(fn = 0)), res;
	} catch (e) {
		throw err = [e], e;
	}
};
var __exportAll = (all, no_symbols) => {
	let target = {};
	for (var name in all) __defProp(target, name, {
		get: all[name],
		enumerable: true
	});
	if (!no_symbols) __defProp(target, Symbol.toStringTag, { value: "Module" });
	return target;
};
// node_modules/openapi-fetch/dist/index.mjs
const PATH_PARAM_RE = /\{[^{}]+\}/g;
const supportsRequestInitExt = () => {
	return typeof process === "object" && Number.parseInt(process?.versions?.node?.substring(0, 2)) >= 18 && process.versions.undici;
};
function randomID() {
	return Math.random().toString(36).slice(2, 11);
}
function createClient(clientOptions) {
	let { baseUrl = "", Request: CustomRequest = globalThis.Request, fetch: baseFetch = globalThis.fetch, querySerializer: globalQuerySerializer, bodySerializer: globalBodySerializer, pathSerializer: globalPathSerializer, headers: baseHeaders, requestInitExt = void 0, ...baseOptions } = { ...clientOptions };
	requestInitExt = supportsRequestInitExt() ? requestInitExt : void 0;
	baseUrl = removeTrailingSlash(baseUrl);
	const globalMiddlewares = [];
	async function coreFetch(schemaPath, fetchOptions) {
		const { baseUrl: localBaseUrl, fetch = baseFetch, Request = CustomRequest, headers, params = {}, parseAs = "json", querySerializer: requestQuerySerializer, bodySerializer = globalBodySerializer ?? defaultBodySerializer, pathSerializer: requestPathSerializer, body, middleware: requestMiddlewares = [], ...init } = fetchOptions || {};
		let finalBaseUrl = baseUrl;
		if (localBaseUrl) finalBaseUrl = removeTrailingSlash(localBaseUrl) ?? baseUrl;
		let querySerializer = typeof globalQuerySerializer === "function" ? globalQuerySerializer : createQuerySerializer(globalQuerySerializer);
		if (requestQuerySerializer) querySerializer = typeof requestQuerySerializer === "function" ? requestQuerySerializer : createQuerySerializer({
			...typeof globalQuerySerializer === "object" ? globalQuerySerializer : {},
			...requestQuerySerializer
		});
		const pathSerializer = requestPathSerializer || globalPathSerializer || defaultPathSerializer;
		const serializedBody = body === void 0 ? void 0 : bodySerializer(body, mergeHeaders(baseHeaders, headers, params.header));
		const finalHeaders = mergeHeaders(serializedBody === void 0 || serializedBody instanceof FormData ? {} : { "Content-Type": "application/json" }, baseHeaders, headers, params.header);
		const finalMiddlewares = [...globalMiddlewares, ...requestMiddlewares];
		const requestInit = {
			redirect: "follow",
			...baseOptions,
			...init,
			body: serializedBody,
			headers: finalHeaders
		};
		let id;
		let options;
		let request = new Request(createFinalURL(schemaPath, {
			baseUrl: finalBaseUrl,
			params,
			querySerializer,
			pathSerializer
		}), requestInit);
		let response;
		for (const key in init) if (!(key in request)) request[key] = init[key];
		if (finalMiddlewares.length) {
			id = randomID();
			options = Object.freeze({
				baseUrl: finalBaseUrl,
				fetch,
				parseAs,
				querySerializer,
				bodySerializer,
				pathSerializer
			});
			for (const m of finalMiddlewares) if (m && typeof m === "object" && typeof m.onRequest === "function") {
				const result = await m.onRequest({
					request,
					schemaPath,
					params,
					options,
					id
				});
				if (result) {
					if (result instanceof Request) request = result;
					else if (result instanceof Response) {
						response = result;
						break;
					} else throw new Error("onRequest: must return new Request() or Response() when modifying the request");
				}
			}
		}
		if (!response) {
			try {
				response = await fetch(request, requestInitExt);
			} catch (error2) {
				let errorAfterMiddleware = error2;
				if (finalMiddlewares.length) for (let i = finalMiddlewares.length - 1; i >= 0; i--) {
					const m = finalMiddlewares[i];
					if (m && typeof m === "object" && typeof m.onError === "function") {
						const result = await m.onError({
							request,
							error: errorAfterMiddleware,
							schemaPath,
							params,
							options,
							id
						});
						if (result) {
							if (result instanceof Response) {
								errorAfterMiddleware = void 0;
								response = result;
								break;
							}
							if (result instanceof Error) {
								errorAfterMiddleware = result;
								continue;
							}
							throw new Error("onError: must return new Response() or instance of Error");
						}
					}
				}
				if (errorAfterMiddleware) throw errorAfterMiddleware;
			}
			if (finalMiddlewares.length) for (let i = finalMiddlewares.length - 1; i >= 0; i--) {
				const m = finalMiddlewares[i];
				if (m && typeof m === "object" && typeof m.onResponse === "function") {
					const result = await m.onResponse({
						request,
						response,
						schemaPath,
						params,
						options,
						id
					});
					if (result) {
						if (!(result instanceof Response)) throw new Error("onResponse: must return new Response() when modifying the response");
						response = result;
					}
				}
			}
		}
		const contentLength = response.headers.get("Content-Length");
		if (response.status === 204 || request.method === "HEAD" || contentLength === "0" && !response.headers.get("Transfer-Encoding")?.includes("chunked")) return response.ok ? {
			data: void 0,
			response
		} : {
			error: void 0,
			response
		};
		if (response.ok) {
			const getResponseData = async () => {
				if (parseAs === "stream") return response.body;
				if (parseAs === "json" && !contentLength) {
					const raw = await response.text();
					return raw ? JSON.parse(raw) : void 0;
				}
				return await response[parseAs]();
			};
			return {
				data: await getResponseData(),
				response
			};
		}
		let error = await response.text();
		try {
			error = JSON.parse(error);
		} catch {}
		return {
			error,
			response
		};
	}
	return {
		request(method, url, init) {
			return coreFetch(url, {
				...init,
				method: method.toUpperCase()
			});
		},
		/** Call a GET endpoint */
		GET(url, init) {
			return coreFetch(url, {
				...init,
				method: "GET"
			});
		},
		/** Call a PUT endpoint */
		PUT(url, init) {
			return coreFetch(url, {
				...init,
				method: "PUT"
			});
		},
		/** Call a POST endpoint */
		POST(url, init) {
			return coreFetch(url, {
				...init,
				method: "POST"
			});
		},
		/** Call a DELETE endpoint */
		DELETE(url, init) {
			return coreFetch(url, {
				...init,
				method: "DELETE"
			});
		},
		/** Call a OPTIONS endpoint */
		OPTIONS(url, init) {
			return coreFetch(url, {
				...init,
				method: "OPTIONS"
			});
		},
		/** Call a HEAD endpoint */
		HEAD(url, init) {
			return coreFetch(url, {
				...init,
				method: "HEAD"
			});
		},
		/** Call a PATCH endpoint */
		PATCH(url, init) {
			return coreFetch(url, {
				...init,
				method: "PATCH"
			});
		},
		/** Call a TRACE endpoint */
		TRACE(url, init) {
			return coreFetch(url, {
				...init,
				method: "TRACE"
			});
		},
		/** Register middleware */
		use(...middleware) {
			for (const m of middleware) {
				if (!m) continue;
				if (typeof m !== "object" || !("onRequest" in m || "onResponse" in m || "onError" in m)) throw new Error("Middleware must be an object with one of `onRequest()`, `onResponse() or `onError()`");
				globalMiddlewares.push(m);
			}
		},
		/** Unregister middleware */
		eject(...middleware) {
			for (const m of middleware) {
				const i = globalMiddlewares.indexOf(m);
				if (i !== -1) globalMiddlewares.splice(i, 1);
			}
		}
	};
}
function serializePrimitiveParam(name, value, options) {
	if (value === void 0 || value === null) return "";
	if (typeof value === "object") throw new Error("Deeply-nested arrays/objects aren’t supported. Provide your own `querySerializer()` to handle these.");
	return `${name}=${options?.allowReserved === true ? value : encodeURIComponent(value)}`;
}
function serializeObjectParam(name, value, options) {
	if (!value || typeof value !== "object") return "";
	const values = [];
	const joiner = {
		simple: ",",
		label: ".",
		matrix: ";"
	}[options.style] || "&";
	if (options.style !== "deepObject" && options.explode === false) {
		for (const k in value) values.push(k, options.allowReserved === true ? value[k] : encodeURIComponent(value[k]));
		const final2 = values.join(",");
		switch (options.style) {
			case "form": return `${name}=${final2}`;
			case "label": return `.${final2}`;
			case "matrix": return `;${name}=${final2}`;
			default: return final2;
		}
	}
	for (const k in value) {
		const finalName = options.style === "deepObject" ? `${name}[${k}]` : k;
		values.push(serializePrimitiveParam(finalName, value[k], options));
	}
	const final = values.join(joiner);
	return options.style === "label" || options.style === "matrix" ? `${joiner}${final}` : final;
}
function serializeArrayParam(name, value, options) {
	if (!Array.isArray(value)) return "";
	if (options.explode === false) {
		const joiner2 = {
			form: ",",
			spaceDelimited: "%20",
			pipeDelimited: "|"
		}[options.style] || ",";
		const final = (options.allowReserved === true ? value : value.map((v) => encodeURIComponent(v))).join(joiner2);
		switch (options.style) {
			case "simple": return final;
			case "label": return `.${final}`;
			case "matrix": return `;${name}=${final}`;
			default: return `${name}=${final}`;
		}
	}
	const joiner = {
		simple: ",",
		label: ".",
		matrix: ";"
	}[options.style] || "&";
	const values = [];
	for (const v of value) if (options.style === "simple" || options.style === "label") values.push(options.allowReserved === true ? v : encodeURIComponent(v));
	else values.push(serializePrimitiveParam(name, v, options));
	return options.style === "label" || options.style === "matrix" ? `${joiner}${values.join(joiner)}` : values.join(joiner);
}
function createQuerySerializer(options) {
	return function querySerializer(queryParams) {
		const search = [];
		if (queryParams && typeof queryParams === "object") for (const name in queryParams) {
			const value = queryParams[name];
			if (value === void 0 || value === null) continue;
			if (Array.isArray(value)) {
				if (value.length === 0) continue;
				search.push(serializeArrayParam(name, value, {
					style: "form",
					explode: true,
					...options?.array,
					allowReserved: options?.allowReserved || false
				}));
				continue;
			}
			if (typeof value === "object") {
				search.push(serializeObjectParam(name, value, {
					style: "deepObject",
					explode: true,
					...options?.object,
					allowReserved: options?.allowReserved || false
				}));
				continue;
			}
			search.push(serializePrimitiveParam(name, value, options));
		}
		return search.join("&");
	};
}
function defaultPathSerializer(pathname, pathParams) {
	let nextURL = pathname;
	for (const match of pathname.match(PATH_PARAM_RE) ?? []) {
		let name = match.substring(1, match.length - 1);
		let explode = false;
		let style = "simple";
		if (name.endsWith("*")) {
			explode = true;
			name = name.substring(0, name.length - 1);
		}
		if (name.startsWith(".")) {
			style = "label";
			name = name.substring(1);
		} else if (name.startsWith(";")) {
			style = "matrix";
			name = name.substring(1);
		}
		if (!pathParams || pathParams[name] === void 0 || pathParams[name] === null) continue;
		const value = pathParams[name];
		if (Array.isArray(value)) {
			nextURL = nextURL.replace(match, serializeArrayParam(name, value, {
				style,
				explode
			}));
			continue;
		}
		if (typeof value === "object") {
			nextURL = nextURL.replace(match, serializeObjectParam(name, value, {
				style,
				explode
			}));
			continue;
		}
		if (style === "matrix") {
			nextURL = nextURL.replace(match, `;${serializePrimitiveParam(name, value)}`);
			continue;
		}
		nextURL = nextURL.replace(match, style === "label" ? `.${encodeURIComponent(value)}` : encodeURIComponent(value));
	}
	return nextURL;
}
function defaultBodySerializer(body, headers) {
	if (body instanceof FormData) return body;
	if (headers) {
		if ((headers.get instanceof Function ? headers.get("Content-Type") ?? headers.get("content-type") : headers["Content-Type"] ?? headers["content-type"]) === "application/x-www-form-urlencoded") return new URLSearchParams(body).toString();
	}
	return JSON.stringify(body);
}
function createFinalURL(pathname, options) {
	let finalURL = `${options.baseUrl}${pathname}`;
	if (options.params?.path) finalURL = options.pathSerializer(finalURL, options.params.path);
	let search = options.querySerializer(options.params.query ?? {});
	if (search.startsWith("?")) search = search.substring(1);
	if (search) finalURL += `?${search}`;
	return finalURL;
}
function mergeHeaders(...allHeaders) {
	const finalHeaders = new Headers();
	for (const h of allHeaders) {
		if (!h || typeof h !== "object") continue;
		const iterator = h instanceof Headers ? h.entries() : Object.entries(h);
		for (const [k, v] of iterator) if (v === null) finalHeaders.delete(k);
		else if (Array.isArray(v)) for (const v2 of v) finalHeaders.append(k, v2);
		else if (v !== void 0) finalHeaders.set(k, v);
	}
	return finalHeaders;
}
function removeTrailingSlash(url) {
	if (url.endsWith("/")) return url.substring(0, url.length - 1);
	return url;
}
// cli/src/client/errors.ts
/** An error response of the API. Branch on `code`, not on the message. */
var SurveyorApiError = class extends Error {
	name = "SurveyorApiError";
	code;
	status;
	/** What is wrong with each field of the request. Empty unless `code` is `VALIDATION_ERROR`. */
	details;
	/** The request ID, which the service's log has too. */
	requestId;
	constructor(status, error, requestId) {
		super(error.message);
		this.code = error.code;
		this.status = status;
		this.details = error.details ?? [];
		this.requestId = requestId;
	}
};
/** No usable response: the service can't be reached, responds with errors only, or another server responds. */
var SurveyorUnreachableError = class extends Error {
	name = "SurveyorUnreachableError";
};
// cli/src/client/fetch-with-retries.ts
/** Sends requests again that got no usable response, with exponential backoff and jitter. */
const firstDelayMs = 500;
const longestDelayMs = 2e4;
/** A limit against servers that accept connections and never respond. Large comparisons take a minute. */
const attemptTimeoutMs = 12e4;
/** Returns the last response. Throws `SurveyorUnreachableError` if there is none. */
async function fetchWithRetries(request, options) {
	const body = request.body === null ? void 0 : await request.text();
	const canRepeat = request.method !== "POST" || request.headers.has("idempotency-key") || changesNothing(request);
	const endsAt = Date.now() + options.retrySeconds * 1e3;
	for (let attempt = 0;; attempt += 1) {
		const outcome = await send(request, body, options.fetch).catch((error) => {
			if (request.signal.aborted) throw error;
			return unreachable(request.url, error);
		});
		const reason = outcome instanceof Error ? outcome.message : outcome.retryReason;
		const delayMs = delayOf(attempt, outcome instanceof Error ? null : outcome.response.headers.get("retry-after"));
		if (reason === null || !canRepeat || Date.now() + delayMs > endsAt) {
			if (outcome instanceof Error) throw outcome;
			return outcome.response;
		}
		options.onRetry?.(reason, Math.ceil(delayMs / 1e3));
		await wait(delayMs, request.signal);
	}
}
/** A plan is the body of a request that only reads. */
function changesNothing({ url }) {
	return new URL(url).pathname.endsWith("/plan");
}
async function send(request, body, fetch) {
	const headers = {};
	request.headers.forEach((value, name) => headers[name] = value);
	const answer = await fetch(request.url, {
		method: request.method,
		headers,
		...body !== void 0 && { body },
		redirect: "manual",
		signal: AbortSignal.any([request.signal, AbortSignal.timeout(attemptTimeoutMs)])
	});
	const bytes = await answer.arrayBuffer();
	const answerHeaders = new Headers();
	answer.headers.forEach((value, name) => answerHeaders.append(name, value));
	if (isCutOff(answerHeaders, bytes)) throw new SurveyorUnreachableError(`The response of ${originOf(request.url)} was cut off.`);
	const response = new Response(bytes.byteLength === 0 ? null : bytes, {
		status: answer.status,
		headers: answerHeaders
	});
	return {
		response,
		retryReason: retryReason(response)
	};
}
function isCutOff(headers, bytes) {
	if (!(headers.get("content-type") ?? "").startsWith("application/json")) return false;
	try {
		JSON.parse(new TextDecoder().decode(bytes));
		return false;
	} catch {
		return true;
	}
}
/**
* A full queue and a failed connection that is checked again are conflicts with `Retry-After`. GitHub limits requests
* with status 403 and `Retry-After`.
*/
function retryReason({ status, headers }) {
	return status >= 500 || status === 429 || (status === 409 || status === 403) && headers.has("retry-after") ? `The service responded with status ${status}.` : null;
}
/** Between half and all of the delay, so that clients that failed together don't come back together. */
function delayOf(attempt, retryAfter) {
	if (retryAfter !== null && /^\d{1,4}$/.test(retryAfter)) return Number(retryAfter) * 1e3;
	return Math.min(firstDelayMs * 2 ** attempt, longestDelayMs) * (.5 + Math.random() / 2);
}
function unreachable(url, error) {
	if (error instanceof SurveyorUnreachableError) return error;
	const cause = innermost(error);
	const reason = cause instanceof Error && cause.name === "TimeoutError" ? `no response within ${attemptTimeoutMs / 1e3} s` : messageOf(cause);
	return new SurveyorUnreachableError(`${originOf(url)} can't be reached: ${reason}.`, { cause: error });
}
/** `fetch` hides the reason in its causes. */
function innermost(error) {
	if (error instanceof AggregateError && error.errors.length > 0) return innermost(error.errors[0]);
	return error instanceof Error && error.cause !== void 0 ? innermost(error.cause) : error;
}
function messageOf(error) {
	if (!(error instanceof Error)) return String(error);
	return (error.message || ("code" in error ? String(error.code) : error.name)).replace(/\.$/, "");
}
function originOf(url) {
	return new URL(url).origin;
}
function wait(delayMs, signal) {
	return new Promise((resolve, reject) => {
		const timer = setTimeout(() => {
			signal.removeEventListener("abort", stop);
			resolve();
		}, delayMs);
		function stop() {
			clearTimeout(timer);
			reject(signal.reason);
		}
		if (signal.aborted) stop();
		else signal.addEventListener("abort", stop, { once: true });
	});
}
// cli/src/client/index.ts
/**
* A typed client of the Surveyor API: the paths of the OpenAPI document, retries, pagination, and waiting for scans.
*
*     const surveyor = createSurveyorClient({ url: 'https://surveyor.example.com', key })
*     for await (const account of surveyor.list('/api/accounts')) console.log(account.alias)
*/
/** All items of a list. `Array.fromAsync` needs Node 22. */
async function collect(items) {
	const collected = [];
	for await (const item of items) collected.push(item);
	return collected;
}
/** The version of the API that the types are of. */
const apiVersion = "2026-02-01";
const firstPollMs = 250;
const longestPollMs = 5e3;
function createSurveyorClient(options) {
	const { url, key, retrySeconds = 60, onRetry } = options;
	const fetch = options.fetch ?? globalThis.fetch;
	const baseUrl = url.replace(/\/+$/, "");
	const send = (request) => fetchWithRetries(request, {
		fetch,
		retrySeconds,
		onRetry
	});
	const http = createClient({
		baseUrl,
		headers: {
			authorization: `Bearer ${key}`,
			"service-version": apiVersion,
			accept: "*/*"
		},
		fetch: send
	});
	const get = async (path, parameters = {}) => dataOf(http.GET(path, { params: parameters }), url);
	async function* list(path, parameters = {}) {
		const seen = /* @__PURE__ */ new Set();
		let cursor;
		do {
			seen.add(cursor);
			const query = {
				limit: 100,
				...parameters.query,
				...cursor !== void 0 && { cursor }
			};
			const page = await get(path, {
				...parameters,
				query
			});
			yield* Object.values(page).find((field) => Array.isArray(field)) ?? [];
			cursor = page.meta.hasMore ? page.meta.cursor : void 0;
		} while (cursor !== void 0 && !seen.has(cursor));
	}
	return {
		http,
		get,
		list,
		async regions() {
			const response = await send(new Request(`${baseUrl}/api/openapi.json`));
			const regions = (await response.json().catch(() => null))?.components?.schemas.Region.enum;
			if (regions === void 0) throw notSurveyor(url, response.status);
			return regions;
		},
		async createScan(body, { idempotencyKey = crypto.randomUUID() } = {}) {
			const header = {
				"Idempotency-Key": idempotencyKey,
				Prefer: "respond-async"
			};
			return dataOf(http.POST("/api/scans", {
				body,
				params: { header }
			}), url);
		},
		async waitForScan(id, onProgress) {
			for (let delayMs = firstPollMs;; delayMs = Math.min(delayMs * 1.5, longestPollMs)) {
				const scan = await get("/api/scans/{id}", { path: { id } });
				onProgress?.(scan);
				if (scan.status === "completed" || scan.status === "failed") return scan;
				await new Promise((resolve) => void setTimeout(resolve, delayMs));
			}
		},
		planAgainstScan: (id, plan) => dataOf(http.POST("/api/scans/{id}/plan", {
			body: plan,
			params: { path: { id } }
		}), url),
		async diagramContent(id, query = {}) {
			const { response, data, error } = await http.GET("/api/diagrams/{id}/content", {
				params: {
					path: { id },
					query
				},
				parseAs: "arrayBuffer"
			});
			if (data === void 0) throw errorOf(response, error, url);
			return new Uint8Array(data);
		},
		async snapshot(id, redact = "default") {
			const { response, data, error } = await http.GET("/api/scans/{id}/snapshot", {
				params: {
					path: { id },
					query: { redact }
				},
				parseAs: "arrayBuffer"
			});
			if (data === void 0) throw errorOf(response, error, url);
			return new Uint8Array(data);
		}
	};
}
/** Throws unless the response is a success of the API. */
async function dataOf(result, url) {
	const { response, data, error } = await result.catch((failure) => {
		if (failure instanceof SyntaxError) throw notSurveyor(url, 200);
		throw failure;
	});
	if (!isSuccess(data)) throw errorOf(response, error, url);
	return data.data;
}
function isSuccess(body) {
	return typeof body === "object" && body !== null && "success" in body && body.success === true && "data" in body;
}
function errorOf(response, body, url) {
	if (isError(body)) return new SurveyorApiError(response.status, body.error, response.headers.get("x-request-id"));
	const location = response.headers.get("location");
	if (response.status >= 300 && response.status < 400 && location !== null) return new SurveyorUnreachableError(`${url} redirects to ${location}. Use the address of the service.`);
	return notSurveyor(url, response.status);
}
function notSurveyor(url, status) {
	return new SurveyorUnreachableError(`${url} responded with status ${status}, but not like Surveyor. Check the address of the service and the proxies before it.`);
}
function isError(body) {
	if (typeof body !== "object" || body === null || !("error" in body)) return false;
	const { error } = body;
	return typeof error === "object" && error !== null && "code" in error && "message" in error;
}
// cli/src/exit-codes.ts
/** Exit codes, and the error that ends a command with one of them. */
const exitCodes = {
	fine: 0,
	gateFailed: 1,
	usage: 2,
	scanFailed: 3,
	unreachable: 4,
	/** As in sysexits.h. */
	defect: 70
};
/** A failure that the user can understand from its message alone. */
var CommandError = class extends Error {
	name = "CommandError";
	exitCode;
	constructor(exitCode, message) {
		super(message);
		this.exitCode = exitCode;
	}
};
function usageError(message) {
	return new CommandError(exitCodes.usage, message);
}
// cli/src/proxying-fetch.ts
var proxying_fetch_exports = /* @__PURE__ */ __exportAll({ proxyingFetch: () => void 0 });
var init_proxying_fetch = __esmMin((() => {}));
// cli/src/connection.ts
/** Connects to the service: its address, the API key, proxies, and certificate authorities. */
async function connect(options, terminal, onRetry) {
	const { environment } = terminal;
	return createSurveyorClient({
		url: serviceUrl(options, environment),
		key: await readKey(options.keyFile, terminal),
		fetch: await fetchFor(options.caFile, environment),
		retrySeconds: options.retryFor,
		onRetry
	});
}
/** Without a slash at the end. */
function serviceUrl(options, environment) {
	const text = options.url ?? environment["SURVEYOR_URL"];
	if (text === void 0 || text === "") throw usageError("The address of the service is missing. Set SURVEYOR_URL or --url.");
	const url = URL.parse?.(text) ?? (URL.canParse(text) ? new URL(text) : null);
	if (url === null || !/^https?:$/.test(url.protocol)) throw usageError(`"${text}" isn't an address like https://surveyor.example.com.`);
	if (url.username !== "" || url.search !== "" || url.hash !== "") throw usageError("The address of the service must not have a user, a query, or a fragment.");
	return url.href.replace(/\/+$/, "");
}
async function readKey(keyFile, terminal) {
	const key = (await keyText(keyFile, terminal)).trim();
	if (!/^[\x21-\x7E]+$/.test(key)) throw usageError("The API key must be one line without spaces.");
	return key;
}
async function keyText(keyFile, terminal) {
	if (keyFile === "-") return terminal.readStandardInput();
	if (keyFile === void 0) {
		const key = terminal.environment["SURVEYOR_API_KEY"];
		if (key === void 0 || key === "") throw usageError("The API key is missing. Set SURVEYOR_API_KEY, or use --key-file with a path, or - for standard input.");
		return key;
	}
	if (keyFile.startsWith("svy_")) throw usageError("--key-file takes the path of a file, not the key itself.");
	return readFile(keyFile, "utf8").catch((error) => {
		throw usageError(`The key file couldn't be read: ${error.message}.`);
	});
}
const proxyVariables = [
	"HTTPS_PROXY",
	"https_proxy",
	"HTTP_PROXY",
	"http_proxy"
];
/** `undefined`: the global `fetch`, which has no proxies. Undici is only loaded if it is needed. */
async function fetchFor(caFile, environment) {
	if (!proxyVariables.some((name) => (environment[name] ?? "") !== "") && caFile === void 0) return void 0;
	const certificates = caFile === void 0 ? null : await readCertificates(caFile);
	const { proxyingFetch } = await Promise.resolve().then(() => (init_proxying_fetch(), proxying_fetch_exports));
	return proxyingFetch(environment, certificates);
}
async function readCertificates(caFile) {
	const text = await readFile(caFile, "utf8").catch((error) => {
		throw usageError(`The CA file couldn't be read: ${error.message}.`);
	});
	if (!text.includes("-----BEGIN CERTIFICATE-----")) throw usageError(`${caFile} has no PEM certificates.`);
	return text;
}
// action/src/proxies.ts
/**
* Proxies of self-hosted runners. Node.js 24 has support for `HTTP_PROXY`, `HTTPS_PROXY`, and `NO_PROXY` in its `fetch`, and
* turns it on only at its start. So the action starts itself again if it needs that.
*/
const switchedOn = "NODE_USE_ENV_PROXY";
function needsRestart(environment) {
	return environment[switchedOn] !== "1" && proxyVariables.some((name) => (environment[name] ?? "") !== "");
}
/** Resolves with the exit code. A cancelled job ends both processes. */
function restart(program, environment) {
	const env = {
		...environment,
		[switchedOn]: "1"
	};
	const child = spawn(process.execPath, [program], {
		env,
		stdio: "inherit"
	});
	for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => void child.kill(signal));
	return new Promise((resolve, reject) => {
		child.on("error", reject);
		child.on("close", (code) => resolve(code ?? 1));
	});
}
/** For parts that would bring a proxy of their own. */
function withoutProxies(environment) {
	return Object.fromEntries(Object.entries(environment).filter(([name]) => !proxyVariables.includes(name)));
}
// contract/alike-changes.ts
/** Fewer have a line each. */
const leastAlike$1 = 3;
/** Items with the same key are a group at the place of the first one, unless they are few. Those with `null` are alone. */
function groupAlike(items, keyOf) {
	const groups = /* @__PURE__ */ new Map();
	const keyed = items.map((item) => ({
		item,
		key: keyOf(item)
	}));
	for (const { item, key } of keyed) {
		const group = key === null ? void 0 : groups.get(key);
		if (group !== void 0) group.push(item);
		else if (key !== null) groups.set(key, [item]);
	}
	return keyed.flatMap(({ item, key }) => {
		const group = key === null ? void 0 : groups.get(key);
		if (group === void 0 || group.length < leastAlike$1) return [[item]];
		return group[0] === item ? [group] : [];
	});
}
/** Changes of the same area, kind, and type of resource, with the same sentence and details. */
function groupChanges(changes) {
	return groupAlike(changes, (change) => {
		const { area, kind, resource, details } = change;
		const predicate = predicateOf(change);
		return predicate === null ? null : JSON.stringify([
			area,
			kind,
			resource.type,
			predicate,
			details
		]);
	});
}
/** For example `6 × EC2 instance (web-1 … web-6): Instance type m5.large → m5.xlarge`. */
function groupSummary$1(group) {
	const [first] = group;
	const predicate = predicateOf(first);
	if (group.length === 1 || predicate === null) return first.summary;
	const { type, typeName = type } = first.resource;
	return `${`${group.length} × ${typeName} (${nameRange(group.map(({ resource }) => resource))})`}${predicate.replace(/^ was /, " were ")}`;
}
/** A `Name` tag can be empty. */
function nameOf({ id, name }) {
	return name === null || name.trim() === "" ? id ?? "" : name;
}
/** Takes as long to create as a tenth of the start of the command line. */
let collator;
/** `web-2` is before `web-10`. */
function compareNames(left, right) {
	collator ??= new Intl.Collator("en", { numeric: true });
	return collator.compare(left, right);
}
/** All names in order. Those that several have are with their IDs. */
function namesOf(resources) {
	const counts = /* @__PURE__ */ new Map();
	for (const name of resources.map(nameOf)) counts.set(name, (counts.get(name) ?? 0) + 1);
	return resources.map((resource) => {
		const name = nameOf(resource);
		return counts.get(name) === 1 ? name : `${name} (${resource.id})`;
	}).sort(compareNames);
}
/** For example `web-1 … web-6`. */
function nameRange(resources) {
	const names = [...new Set(resources.map(nameOf))].sort(compareNames);
	return names.length === 1 ? String(names[0]) : `${names[0]} … ${names.at(-1)}`;
}
/** What the sentence says of its resource, for example `: Instance type m5.large → m5.xlarge`, or ` was removed`. */
function predicateOf({ summary, resource }) {
	const name = nameOf(resource);
	if (summary.startsWith(`${name}: `)) return summary.slice(name.length);
	const subject = `${resource.typeName ?? resource.type} ${name}`;
	return summary.startsWith(`${subject} `) ? summary.slice(subject.length) : null;
}
// cli/src/terminal/terminal.ts
/** Where commands write: results to standard output, everything else to standard error. */
const codes = {
	red: [31, 39],
	green: [32, 39],
	yellow: [33, 39],
	dim: [2, 22],
	bold: [1, 22]
};
/** Colors only on a terminal, and not with `NO_COLOR` (https://no-color.org). */
function painter(stream, environment) {
	const isPlain = stream.isTTY !== true || (environment["NO_COLOR"] ?? "") !== "" || environment["TERM"] === "dumb";
	return (style, text) => isPlain ? text : `\u001B[${codes[style][0]}m${text}\u001B[${codes[style][1]}m`;
}
const controls = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;
/** Names in AWS are other people's text: they must not move the cursor, change colors, or turn the writing direction. */
function plainText(text) {
	return stripVTControlCharacters(text).replaceAll(controls, "�").replaceAll(/[\n\t]+/g, " ");
}
// cli/src/report/report.ts
function summarizeCoverage(coverage) {
	const available = coverage.filter(({ status }) => status !== "unavailable");
	return {
		types: available.length,
		collected: available.filter(({ status }) => status === "collected").length,
		gaps: available.filter(({ status }) => status !== "collected")
	};
}
function coveragePercent({ types, collected }) {
	return types === 0 ? 0 : collected / types * 100;
}
/** Rounded down, so that 94.96 % isn't shown as 95 %. */
function percentText(coverage) {
	return `${Math.floor(coveragePercent(coverage) * 10) / 10} %`;
}
function failedConditions(report) {
	return report.scans.flatMap(({ gate }) => gate.filter(({ state }) => state === "failed"));
}
function isGateFailed(report) {
	return failedConditions(report).length > 0;
}
function resourceCount({ progress }) {
	return Object.values(progress ?? {}).reduce((sum, count) => sum + count, 0);
}
function plural(count, singular, several = `${singular}s`) {
	return `${count} ${count === 1 ? singular : several}`;
}
/** `2026-11-15 12:00 UTC` */
function timeText(timestamp) {
	return `${timestamp.slice(0, 16).replace("T", " ")} UTC`;
}
function cut(text, length) {
	if (text.length <= length) return text;
	return `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
// cli/src/report/plan-text.ts
/** The parts of a plan's report as lines: what it opens, cuts off, and breaks, and what is unknown. */
/** More of the same kind are only counted. */
const listed$1 = 20;
/** With a plan, exposures have lines of their own. */
function withoutExposures({ comparison, plan }) {
	const changes = comparison?.changes ?? [];
	return plan === void 0 ? changes : changes.filter(({ area }) => area !== "exposure");
}
/** What only one of the scans could read. Null if that is nothing. */
function unknownText({ comparison, plan }) {
	const [resources, exposures] = [comparison?.unknown.length ?? 0, comparison?.exposures.unknown.length ?? 0];
	const parts = [...resources === 0 ? [] : [plural(resources, "resource")], ...exposures === 0 || plan !== void 0 ? [] : [plural(exposures, "exposure")]];
	return parts.length === 0 ? null : `${parts.join(" and ")} couldn't be compared`;
}
function planLines({ plan }) {
	if (plan === void 0) return [];
	return [
		{
			name: "Plan",
			text: `${plan.format}: ${actionsText(plan)}`,
			style: null
		},
		...section("Exposure", exposureTexts(plan)),
		...section("Cut off", plan.cutOff.map(cutOffText)),
		...section("Breaks", breakTexts(plan)),
		...section("Missing", plan.missing.map(({ address, id }) => ({
			text: `${address} (${id}) isn't in the scan`,
			style: "yellow"
		}))),
		...section("Unmanaged", unmanagedTexts(plan)),
		...section("Unknown", plan.unknown.map(({ address, reason }) => ({
			text: address === null ? reason : `${address}: ${reason}`,
			style: "yellow"
		})))
	];
}
function section(name, lines) {
	const hidden = lines.length - listed$1;
	const shown = lines.slice(0, listed$1).map(({ text, style }) => ({
		text: plainText(text),
		style
	}));
	const rest = hidden > 0 ? [{
		text: `and ${hidden} more`,
		style: null
	}] : [];
	return [...shown, ...rest].map((line, at) => ({
		...line,
		name: at === 0 ? name : ""
	}));
}
const participles = {
	create: "to create",
	update: "to update",
	replace: "to replace",
	delete: "to delete"
};
function actionsText({ touched }) {
	const counts = Object.entries(participles).flatMap(([action, words]) => {
		const count = touched.filter((each) => each.action === action).length;
		return count === 0 ? [] : [`${count} ${words}`];
	});
	return counts.length === 0 ? "no changes" : counts.join(", ");
}
const exposureStyles = {
	opened: "red",
	changed: "yellow",
	unknown: "yellow",
	closed: "green"
};
function exposureTexts({ exposures }) {
	return groupAlike(exposures, wordsWithoutName).map((group) => {
		const [{ kind, causedBy, reasons, after }] = group;
		const condition = after.condition === null || kind === "closed" ? "" : ` (${after.condition})`;
		const reason = reasons.length === 0 ? "" : `: ${reasons.join("; ")}`;
		const causes = causedBy.join(", ");
		const because = causes === "" || reasons.length > 0 ? "" : `, because of ${causes}`;
		return {
			text: `${groupSummary(group)}${condition}${because}${reason}`,
			style: exposureStyles[kind]
		};
	});
}
/** The sentence of the service names the resource once. */
function withName({ summary, resource: { id, name } }, text) {
	const own = ` ${name ?? id ?? ""} to `;
	const parts = summary.split(own);
	return id === null || parts.length !== 2 ? null : parts.join(` ${text} to `);
}
/** Equal for exposures that differ in their resource alone. */
function wordsWithoutName(exposure) {
	const { kind, resource, causedBy, reasons, after } = exposure;
	const words = withName(exposure, "");
	return words === null ? null : JSON.stringify([
		kind,
		resource.type,
		words,
		causedBy,
		reasons,
		after
	]);
}
const namedResources = 20;
/** For example "Closes tcp 8080 of web-1, web-2, web-3 to the internet by load balancer". */
function groupSummary(group) {
	const [first] = group;
	if (group.length === 1) return first.summary;
	const names = namesOf(group.flatMap(({ resource: { id, name } }) => id === null ? [] : [{
		id,
		name
	}]));
	const hidden = names.length - namedResources;
	const more = hidden > 0 ? ` and ${hidden} more` : "";
	return withName(first, `${names.slice(0, namedResources).join(", ")}${more}`) ?? first.summary;
}
function cutOffText({ summary, causedBy, blockedBy }) {
	const [first] = blockedBy;
	return {
		text: `${summary}${causedBy.length > 0 ? `, because of ${causedBy.join(", ")}` : ""}${first === void 0 ? "" : `: ${first.reason}`}`,
		style: "red"
	};
}
const namedDependents = 3;
/** One line for each effect: "Deleting aws_nat_gateway.a breaks private-a". */
function breakTexts({ breaks }) {
	return breaks.flatMap(({ address, action, dependents }) => effects.flatMap((effect) => {
		const names = dependents.filter((each) => each.effect === effect).map(({ resource }) => resource.name ?? resource.id);
		if (names.length === 0) return [];
		const more = names.length > namedDependents ? ` and ${names.length - namedDependents} more` : "";
		return [{
			text: `${action === "delete" ? "Deleting" : "Replacing"} ${address} ${effectTexts[effect]} ${names.slice(0, namedDependents).join(", ")}${more}`,
			style: effect === "breaks" ? "red" : "yellow"
		}];
	}));
}
const effects = [
	"breaks",
	"degrades",
	"orphaned",
	"unknown"
];
const effectTexts = {
	breaks: "breaks",
	degrades: "degrades",
	orphaned: "leaves without a purpose",
	unknown: "may affect"
};
function unmanagedTexts({ unmanaged }) {
	if (unmanaged === null || unmanaged.length === 0) return [];
	const byType = /* @__PURE__ */ new Map();
	for (const { type } of unmanaged) byType.set(type, (byType.get(type) ?? 0) + 1);
	const types = [...byType].map(([type, count]) => `${count} ${type}`).join(", ");
	return [{
		text: `${plural(unmanaged.length, "resource")} of managed types: ${types}`,
		style: null
	}];
}
// cli/src/report/text.ts
/** Writes a report for people at a terminal or in the log of a pipeline. */
const changeMarks = {
	opened: "!",
	closed: "✓",
	added: "+",
	removed: "−",
	replaced: "±",
	changed: "~",
	unread: "?",
	read: "✓"
};
const changeStyles = {
	opened: "red",
	closed: "green",
	added: "green",
	removed: "red",
	replaced: "yellow",
	changed: "yellow",
	unread: "yellow",
	read: "green"
};
const listedFindings$1 = 10;
function reportText(report, paint) {
	const notAvailable = report.notAvailable.length === 0 ? [] : [`Not available in this account: ${report.notAvailable.join(", ")}.`];
	return `${[...report.scans.map((scan) => scanText(scan, paint)), ...notAvailable].join("\n\n")}\n`;
}
function scanText(report, paint) {
	const { account, scan, note, files } = report;
	return [
		`${paint("bold", `${plainText(account.alias)} (${account.cloudAccountId}), ${scan.region}`)}  ${scan.status}`,
		field("Scan", scan.id),
		...scan.errorMessage === null ? [] : [field("Error", paint("red", plainText(scan.errorMessage)))],
		...scan.status === "completed" ? [field("Found", plural(resourceCount(scan), "resource"))] : [],
		...coverageLines(report, paint),
		...note === null ? [] : [field("Changes", note)],
		...changeLines$1(report, paint),
		...planLines(report).map(({ name, text, style }) => field(name, style === null ? text : paint(style, text))),
		...report.gate.flatMap((result, index) => gateLines$1(result, index, paint)),
		...baselineLines$1(report, paint),
		...files.map((file) => field("Diagram", file))
	].join("\n");
}
function field(name, text) {
	return `  ${name.padEnd(9)} ${text}`;
}
function coverageLines({ coverage }, paint) {
	if (coverage === null) return [];
	return [field("Coverage", `${coverage.collected} of ${plural(coverage.types, "resource type")} (${percentText(coverage)})`), ...coverage.gaps.map(({ type, status, action }) => field("", paint("yellow", `${type} couldn't be read: ${[status, action].filter((part) => part !== null).join(" ")}`)))];
}
function changeLines$1(report, paint) {
	const { comparison } = report;
	if (comparison === null) return [];
	const { base } = comparison;
	const changes = withoutExposures(report);
	const unknown = unknownText(report);
	const since = `${report.plan === void 0 ? "since" : "planned after the scan of"} ${timeText(base.createdAt)}`;
	return [
		field("Changes", `${changes.length === 0 ? "none" : changes.length} ${since}`),
		...groupChanges(changes).flatMap((group) => {
			const [{ kind }] = group;
			const names = namesOf(group.map(({ resource }) => resource));
			return [field("", paint(changeStyles[kind], `${changeMarks[kind]} ${plainText(groupSummary$1(group))}`)), ...names.length > 1 ? [field("", `  ${plainText(names.join(", "))}`)] : []];
		}),
		...unknown === null ? [] : [field("", unknown)]
	];
}
const stateStyles = {
	passed: "green",
	failed: "red",
	skipped: "dim"
};
function gateLines$1({ condition, state, findings, accepted }, index, paint) {
	const hidden = findings.length - listedFindings$1;
	return [
		field(index === 0 ? "Gate" : "", `${paint(stateStyles[state], state)}  ${condition.text}`),
		...findings.slice(0, listedFindings$1).map((finding) => field("", `  ${plainText(finding)}`)),
		...hidden > 0 ? [field("", `  and ${hidden} more`)] : [],
		...accepted.length > 0 ? [field("", `  ${accepted.length} accepted by the baseline file`)] : []
	];
}
function baselineLines$1({ baseline }, paint) {
	if (baseline === null || baseline.unused.length === 0) return [];
	return [field("Baseline", `${plural(baseline.unused.length, "entry", "entries")} of ${plainText(baseline.file)} without a match:`), ...baseline.unused.map((entry) => field("", paint("yellow", `  ${plainText(entry)}`)))];
}
// cli/src/report/change-chart.ts
/** More boxes aren't legible in the column of a pull request. Fewer are tried if they don't fit. */
const boxCounts = [
	60,
	40,
	25,
	15,
	8,
	4
];
const maxArrows = 100;
/** Unchanged resources beside a changed one. */
const neighborsPerBox = 3;
/** Resources that share a box. */
const leastAlike = 3;
const boxesPerRow = 4;
const marks = {
	...changeMarks,
	unchanged: ""
};
/** The colors are legible on light and dark pages. */
const styles = {
	opened: "fill:#ffebe9,stroke:#cf222e,stroke-width:3px,color:#82071e",
	closed: "fill:#dafbe1,stroke:#1a7f37,color:#0f5323",
	added: "fill:#dafbe1,stroke:#1a7f37,color:#0f5323",
	removed: "fill:#ffebe9,stroke:#cf222e,stroke-dasharray:5 4,color:#82071e",
	replaced: "fill:#fbefff,stroke:#8250df,color:#512a97",
	changed: "fill:#fff8c5,stroke:#9a6700,color:#633c01",
	unchanged: "fill:#f6f8fa,stroke:#8c959f,color:#59636e",
	source: "fill:#ddf4ff,stroke:#0969da,color:#0550ae"
};
/** Null if nothing changed, or if it doesn't fit. */
function changeChart(comparison, maxLength) {
	const changed = changedBoxes(comparison);
	if (changed.length === 0) return null;
	for (const maxBoxes of boxCounts) {
		const { boxes, arrows, shown } = draw(comparison, changed, maxBoxes);
		const text = chartText(boxes, arrows);
		if (text.length <= maxLength) return {
			text,
			shown: memberCount(shown),
			changed: memberCount(changed)
		};
	}
	return null;
}
function memberCount(boxes) {
	return boxes.reduce((sum, { members }) => sum + members.length, 0);
}
/** The most important first. Resources with the same type, kind of change, and exposures share a box. */
function changedBoxes(comparison) {
	const kinds = /* @__PURE__ */ new Map();
	for (const change of comparison.changes.filter(isOfResource)) {
		const key = keyOf(change.resource);
		const known = kinds.get(key);
		if (known === void 0 || known.kind === "closed" && isOfWhole(change)) kinds.set(key, change);
	}
	const exposures = /* @__PURE__ */ new Map();
	for (const { target, from, label } of exposureArrows(comparison)) exposures.set(target, `${exposures.get(target) ?? ""} ${from} ${label}`);
	const groups = /* @__PURE__ */ new Map();
	for (const [key, change] of kinds) {
		const group = JSON.stringify([
			change.kind,
			change.resource.type,
			exposures.get(key)
		]);
		groups.set(group, [...groups.get(group) ?? [], change]);
	}
	return [...groups.values()].flatMap((group) => group.length < leastAlike ? group.map(({ resource, kind }) => ({
		label: labelOf(resource, kind),
		look: kind,
		members: [keyOf(resource)]
	})) : [boxOfSeveral(group)]);
}
function isOfResource(change) {
	return change.kind !== "read" && change.kind !== "unread";
}
function isOfWhole({ kind }) {
	return kind === "added" || kind === "removed" || kind === "replaced";
}
function boxOfSeveral(group) {
	const [first] = group;
	const names = group.map(({ resource }) => titleOf(resource)).toSorted();
	const look = first?.kind ?? "changed";
	return {
		label: quoted(`${marks[look]} ${group.length} × ${first === void 0 ? "" : typeText(first.resource)}`, names.join(", ")),
		look,
		members: group.map(({ resource }) => keyOf(resource))
	};
}
function draw(comparison, changed, maxBoxes) {
	const exposures = exposureArrows(comparison);
	const sources = new Map(exposures.map(({ source, from }) => [source, {
		label: quoted(from),
		look: "source"
	}]));
	const shown = changed.slice(0, Math.max(1, maxBoxes - sources.size));
	/** The box of each changed resource. */
	const boxOf = new Map(shown.flatMap(({ members }) => members.map((key) => [key, members[0] ?? key])));
	const hidden = new Set(changed.slice(shown.length).flatMap(({ members }) => members));
	const boxes = new Map(shown.map((box) => [box.members[0] ?? "", box]));
	const arrows = /* @__PURE__ */ new Map();
	const neighbors = /* @__PURE__ */ new Map();
	/** Draws an arrow between two boxes. One end may be new, as far as there is room for it. */
	const connect = (arrow, end, box) => {
		if (arrows.size >= maxArrows || !boxes.has(end) && boxes.size >= maxBoxes) return;
		if (!boxes.has(end)) boxes.set(end, box);
		arrows.set(JSON.stringify(arrow), arrow);
	};
	for (const { source, target: resource, label, look } of exposures) {
		const [target, box] = [boxOf.get(resource), sources.get(source)];
		if (target !== void 0 && box !== void 0) connect({
			source,
			target,
			label,
			look
		}, source, box);
	}
	for (const { source, target, verb, look } of relations(comparison)) {
		const [from, to] = [boxOf.get(keyOf(source)), boxOf.get(keyOf(target))];
		const known = from ?? to;
		const other = from === void 0 ? source : target;
		const end = boxOf.get(keyOf(other)) ?? keyOf(other);
		if (known === void 0 || known === end || hidden.has(end)) continue;
		if (!boxes.has(end)) {
			const count = neighbors.get(known) ?? 0;
			if (count >= neighborsPerBox) continue;
			neighbors.set(known, count + 1);
		}
		connect({
			source: from ?? end,
			target: to ?? end,
			label: verb,
			look
		}, end, {
			label: labelOf(other, "unchanged"),
			look: "unchanged"
		});
	}
	return {
		boxes,
		arrows: [...arrows.values()],
		shown
	};
}
function exposureArrows({ exposures }) {
	return ["opened", "closed"].flatMap((look) => exposures[look].map(({ resource, from, protocol, ports }) => {
		const label = [
			protocol,
			ports,
			look
		].filter((part) => part !== null).join(" ");
		return {
			source: `from ${from}`,
			target: keyOf(resource),
			label,
			look,
			from
		};
	}));
}
function relations({ relationsAdded, relationsRemoved }) {
	return [...relationsAdded.map((relation) => ({
		...relation,
		look: "added"
	})), ...relationsRemoved.map((relation) => ({
		...relation,
		look: "removed"
	}))];
}
function chartText(boxes, arrows) {
	const names = new Map([...boxes.keys()].map((key, index) => [key, `n${index}`]));
	const name = (key) => names.get(key) ?? "";
	const linked = new Set(arrows.flatMap(({ source, target }) => [source, target]));
	const alone = [...boxes.keys()].filter((key) => !linked.has(key)).map(name);
	const looks = [...new Set([...boxes.values()].map(({ look }) => look))];
	return [
		"flowchart LR",
		...[...boxes].toSorted(bySource).map(([key, { label, look }]) => `  ${name(key)}${look === "source" ? `(${label})` : `[${label}]`}`),
		...arrows.map((arrow) => arrowText(arrow, name)),
		...rows(alone),
		...looks.flatMap((look) => [`  classDef ${look} ${styles[look]}`, `  class ${[...boxes.keys()].filter((key) => boxes.get(key)?.look === look).map(name).join(",")} ${look}`]),
		...arrowColors(arrows.map(({ look }) => look))
	].join("\n");
}
/** Mermaid draws what comes first at the top: what was opened, instead of what was removed. */
function bySource([, left], [, right]) {
	return Number(right.look === "source") - Number(left.look === "source");
}
function arrowText({ source, target, label, look }, name) {
	const line = look === "removed" || look === "closed" ? "-.->" : look === "opened" ? "==>" : "-->";
	return `  ${name(source)} ${line}|${quoted(label)}| ${name(target)}`;
}
/** Mermaid numbers arrows in their order. */
function arrowColors(looks) {
	return [...new Set(looks)].map((look) => {
		return `  linkStyle ${looks.flatMap((other, number) => other === look ? [number] : []).join(",")} ${/stroke:#\w+/.exec(styles[look])?.[0]}`;
	});
}
/** Invisible lines: otherwise boxes without arrows would be one high column. */
function rows(names) {
	return names.flatMap((name, index) => {
		const next = names[index + 1];
		return next === void 0 || index % boxesPerRow === 3 ? [] : [`  ${name} ~~~ ${next}`];
	});
}
/** Exposures of all resources of a type have no ID. */
function keyOf({ type, id }) {
	return `${type} ${id ?? ""}`;
}
/** The name and the type, for example `+ orders` above `RDS DB instance`. */
function labelOf(resource, look) {
	return quoted([marks[look], titleOf(resource)].filter((part) => part !== "").join(" "), typeText(resource));
}
/** A `Name` tag can be empty. */
function titleOf({ id, name }) {
	return name === void 0 || name === null || name.trim() === "" ? id ?? "" : name;
}
function typeText({ type, typeName }) {
	return typeName ?? type.replace(/^AWS::/, "").replaceAll("::", " ");
}
/** Lines in which nothing is syntax or markup of Mermaid. */
function quoted(...lines) {
	return `"${lines.map((line) => escaped$1(shortened(plainText(line)))).join("<br/>")}"`;
}
function escaped$1(text) {
	return text.replaceAll(/[^\p{L}\p{M}\p{N} .,:/_-]/gu, (character) => `#${character.codePointAt(0) ?? 0};`).replace(/^(\d+)\. /, "$1#46; ").replace(/^- /, "#45; ") || " ";
}
const longestLine = 40;
/** Names differ most at their ends. */
function shortened(text) {
	const characters = Array.from(text.toWellFormed());
	if (characters.length <= longestLine) return characters.join("");
	const half = longestLine / 2;
	return `${characters.slice(0, half).join("")}…${characters.slice(-19).join("")}`;
}
// cli/src/report/markdown.ts
/** Writes a report as Markdown for a comment of a pull request. It always fits GitHub's limit of 65,536 characters. */
const markdownLimit = 6e4;
const cellLimit = 300;
const listedGaps = 20;
const listedFindings = 3;
const listedConditions = 50;
const listedNames = 20;
const listedUnused = 20;
/** Further rows are folded. */
const visibleChanges = 25;
/** Of the budget of a scan. */
const chartShare = .4;
const chartLimit = 15e3;
function reportMarkdown(report, links = {}, limit = markdownLimit) {
	const verdict = report.scans.some(({ gate }) => gate.length > 0) ? [`**Gate: ${isGateFailed(report) ? "failed" : "passed"}**`, ""] : [];
	const rest = report.notAvailable.length === 0 ? [] : ["", `Not available in this account: ${cell(report.notAvailable.join(", "))}.`];
	const room = limit - [...verdict, ...rest].join("\n").length - 100;
	return `${cut([
		...verdict,
		scanSections(report.scans, links, room),
		...rest
	].join("\n"), limit - 1)}\n`;
}
/** Scans with news come first, and get the space that the others don't need. */
function scanSections(scans, links, limit) {
	const quiet = [];
	let left = limit;
	for (const scan of scans.filter(isQuiet)) {
		const section = scanSection(scan, 0, links);
		if (left - section.length < limit / 2) break;
		quiet.push(section);
		left -= section.length + 2;
	}
	const news = scans.filter((scan) => !isQuiet(scan));
	const sections = [];
	for (const [index, scan] of news.entries()) {
		const section = scanSection(scan, Math.floor(left / (news.length - index)), links);
		if (index > 0 && section.length > left) break;
		sections.push(cut(section, left));
		left -= section.length + 2;
	}
	const hidden = scans.length - sections.length - quiet.length;
	const rest = hidden > 0 ? [`${plural(hidden, "more scan")} not shown here.`] : [];
	return [
		...sections,
		...quiet,
		...rest
	].join("\n\n");
}
/** Whether nothing changed, and the gate didn't fail. */
function isQuiet({ scan, comparison, gate }) {
	if (scan.status !== "completed" || comparison === null) return false;
	const { changes, unknown, exposures, coverageChanged } = comparison;
	return [
		changes,
		unknown,
		exposures.unknown,
		coverageChanged
	].every(({ length }) => length === 0) && gate.every(({ state }) => state !== "failed");
}
function scanSection(report, budget, links) {
	const { account, scan, note } = report;
	const head = [`### ${cell(account.alias)} (${account.cloudAccountId}), ${cell(scan.region)}`, ""];
	if (scan.status === "failed") return [...head, `The scan failed. ${cell(scan.errorMessage ?? "")}`].join("\n");
	if (scan.status !== "completed") return [...head, `The scan is ${scan.status}.`].join("\n");
	const found = `${plural(resourceCount(scan), "resource")}. ${coverageSentence(report)}`;
	const tail = [
		...pictureLines(report, links),
		...baselineLines(report),
		...gapLines(report)
	];
	const lines = [
		...head,
		`${found}${scanLink(report, links)}`,
		...gateLines(report.gate),
		...note === null ? [] : ["", cell(note)],
		...planSection(report)
	];
	const used = [...lines, ...tail].join("\n").length;
	return [
		...lines,
		...changeLines(report, budget - used),
		...tail
	].join("\n");
}
function coverageSentence({ coverage }) {
	if (coverage === null) return "";
	return `${coverage.collected} of ${plural(coverage.types, "resource type")} collected (${percentText(coverage)}).`;
}
function scanLink({ scan, plan }, { serviceUrl }) {
	const tab = plan === void 0 ? "/changes" : "";
	return serviceUrl === void 0 ? "" : ` [Details](${serviceUrl}/scans/${scan.id}${tab})`;
}
function pictureLines({ scan }, { pictures }) {
	const url = pictures?.get(scan.id);
	return url === void 0 ? [] : ["", `![Diagram](${url})`];
}
/** As many changes as fit, the most important first. */
function changeLines(report, budget) {
	const { comparison, plan } = report;
	if (comparison === null) return [];
	const since = `${plan === void 0 ? "since" : "planned after the scan of"} ${timeText(comparison.base.createdAt)}`;
	const changes = withoutExposures(report);
	const unknown = unknownText(report);
	const unknownLine = unknown === null ? [] : ["", `${unknown}.`];
	if (changes.length === 0) return [
		"",
		`No changes ${since}.`,
		...unknownLine
	];
	const chart = chartLines(changeChart(comparison, Math.min(chartLimit, budget * chartShare)));
	const head = [
		"",
		`${plural(changes.length, "change")} ${since}:`,
		""
	];
	const rows = changeRows(changes, budget - [...head, ...chart].join("\n").length - 400);
	const [visible, folded] = [rows.slice(0, visibleChanges), rows.slice(visibleChanges)];
	const hidden = changes.length - countOf(rows);
	return [
		...head,
		...tableHead,
		...visible.map(({ text }) => text),
		...folded.length === 0 ? [] : details(plural(countOf(folded), "more change"), [...tableHead, ...folded.map(({ text }) => text)]),
		...hidden > 0 ? ["", `${plural(hidden, "more change")} not shown here.`] : [],
		...unknownLine,
		...chart
	];
}
const tableHead = ["| | Change | Area |", "|---|---|---|"];
function changeRows(changes, budget) {
	const rows = [];
	let left = budget;
	for (const group of groupChanges(changes)) {
		const [{ kind, area }] = group;
		const text = `| ${changeMarks[kind]} | ${groupCell(group)} | ${area} |`;
		left -= text.length + 1;
		if (left < 0) break;
		rows.push({
			text,
			count: group.length
		});
	}
	return rows;
}
function countOf(rows) {
	return rows.reduce((sum, { count }) => sum + count, 0);
}
/** The names of several resources are folded. */
function groupCell(group) {
	const summary = cell(groupSummary$1(group));
	if (group.length === 1) return summary;
	const names = namesOf(group.map(({ resource }) => resource));
	const hidden = names.length - listedNames;
	const more = hidden > 0 ? ` and ${hidden} more` : "";
	return `<details><summary>${summary}</summary>${names.slice(0, listedNames).map(cell).join(", ")}${more}</details>`;
}
/** A list for each part, such as what the plan opens. */
function planSection(report) {
	return planLines(report).flatMap(({ name, text }) => [...name === "" ? [] : [
		"",
		`**${name}**`,
		""
	], `- ${cell(text)}`]);
}
function chartLines(chart) {
	if (chart === null) return [];
	const part = chart.shown === chart.changed ? [] : ["", `The diagram shows ${chart.shown} of ${chart.changed} changed resources.`];
	return [
		"",
		"```mermaid",
		chart.text,
		"```",
		...part
	];
}
function details(summary, lines) {
	return [
		"",
		`<details><summary>${summary}</summary>`,
		"",
		...lines,
		"",
		"</details>"
	];
}
const stateMarks = {
	passed: "✅",
	failed: "❌",
	skipped: "➖"
};
function gateLines(gate) {
	if (gate.length === 0) return [];
	const rows = gate.slice(0, listedConditions).map(({ condition, state, findings, accepted }) => {
		const more = findings.length > listedFindings ? ` and ${findings.length - listedFindings} more` : "";
		const text = [`${cell(findings.slice(0, listedFindings).join("; "))}${more}`, accepted.length === 0 ? "" : `${accepted.length} accepted`].filter((part) => part !== "").join(" · ");
		return `| ${stateMarks[state]}&nbsp;${state} | ${cell(condition.text)} | ${text} |`;
	});
	const hidden = gate.length - rows.length;
	const rest = hidden > 0 ? ["", `${plural(hidden, "more condition")} not shown here.`] : [];
	return [
		"",
		"| Gate | Condition | |",
		"|---|---|---|",
		...rows,
		...rest
	];
}
function baselineLines({ baseline }) {
	if (baseline === null || baseline.unused.length === 0) return [];
	const hidden = baseline.unused.length - listedUnused;
	return details(`${plural(baseline.unused.length, "entry", "entries")} of ${plainHtml(baseline.file)} without a match`, [...baseline.unused.slice(0, listedUnused).map((entry) => `- ${cell(entry)}`), ...hidden > 0 ? [`- ${hidden} more not shown here`] : []]);
}
function gapLines({ coverage }) {
	if (coverage === null || coverage.gaps.length === 0) return [];
	const rows = coverage.gaps.slice(0, listedGaps).map(({ type, status, action }) => `| ${cell(type)} | ${status} | ${cell(action ?? "")} |`);
	const hidden = coverage.gaps.length - rows.length;
	return details(`${plural(coverage.gaps.length, "resource type")} couldn't be read`, [
		"| Resource type | Status | IAM action |",
		"|---|---|---|",
		...rows,
		...hidden > 0 ? ["", `${plural(hidden, "more type")} not shown here.`] : []
	]);
}
/** Text in which nothing is Markdown, HTML, a mention, a link, a reference, an emoji, or a formula. */
function cell(text) {
	return plainHtml(text).replaceAll(/[\\`*_[\]|#~]/g, String.raw`\$&`).replace(/^(\d*)([-+.)])/, String.raw`$1\$2`).replaceAll(linked, "$&&#8203;").replaceAll("$", () => dollar).replaceAll(divided, "$&<wbr>");
}
/** Neither GitHub nor GitLab has an escape. A character reference hides it from parsers of Markdown, and an element from filters of text. */
const dollar = "<span>&#36;</span>";
/**
* What GitHub and GitLab make links of, though it is no Markdown: mentions, URLs, and references to issues and the
* like, which also leave a note there. A space without a width after it prevents that, where escapes don't.
*/
const linked = /@|:(?=\/\/)|\bwww(?=\.)|\bGH-(?=\d)|[#!%~^](?=[\w"\\])|&amp;(?=\d)|\*(?=iteration:)|\[(?=[a-z\\_]+:)/gi;
/**
* Names of emojis, such as `:fire:`, and commit hashes, which have 7 to 40 digits. An element divides them for filters
* of text, and isn't copied with an ARN or an ID.
*/
const divided = /:(?=[a-z\d+\\_-]+:)|[\da-fA-F]{6}(?=[\da-fA-F])/g;
/** Within HTML elements, where nothing is Markdown. */
function plainHtml(text) {
	return cut(plainText(text), cellLimit).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
// cli/src/comment/forge.ts
/** An error response. */
var ForgeError = class extends Error {
	name = "ForgeError";
	status;
	/** Whether the forge refuses all requests of the token for a while. */
	isLimited;
	/** The message is that of the response, or empty. */
	constructor(status, message, isLimited = false) {
		super(message);
		this.status = status;
		this.isLimited = isLimited;
	}
};
/** Throws a `ForgeError` for an error response. Everything but `POST` is retried. */
async function forgeRequest({ token, ...access }, method, url, body) {
	const response = await fetchWithRetries(new Request(url, {
		method,
		headers: {
			authorization: `Bearer ${token}`,
			accept: "application/json",
			"content-type": "application/json",
			"user-agent": "surveyor"
		},
		...body !== void 0 && { body: JSON.stringify(body) }
	}), access);
	const text = await response.text();
	if (!response.ok) throw new ForgeError(response.status, reasonOf(text), isRateLimit(response));
	return {
		content: text === "" ? null : parse$1(text),
		nextUrl: nextPage(response.headers.get("link"), url)
	};
}
/** GitHub has the status 403 for this too. */
function isRateLimit({ status, headers }) {
	return status === 429 || status === 403 && (headers.has("retry-after") || headers.get("x-ratelimit-remaining") === "0");
}
/** All items of a list. */
async function* forgeList(access, url) {
	const seen = /* @__PURE__ */ new Set();
	for (let next = url; next !== null && !seen.has(next);) {
		seen.add(next);
		const { content, nextUrl } = await forgeRequest(access, "GET", next);
		if (!Array.isArray(content)) throw new ForgeError(200, `${new URL(url).origin} responds, but not with a list`);
		yield* content;
		next = nextUrl;
	}
}
/**
* A forge behind a proxy may not know its own address. And the token must not get to another server. So only the path
* counts.
*/
function nextPage(link, url) {
	const next = /<([^>]+)>;\s*rel="next"/.exec(link ?? "")?.[1];
	if (next === void 0) return null;
	const { pathname, search } = new URL(next, url);
	return Object.assign(new URL(url), {
		pathname,
		search
	}).href;
}
function parse$1(text) {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}
function reasonOf(text) {
	const content = parse$1(text);
	if (typeof content !== "object" || content === null) return "";
	const { message, error } = content;
	return [message, error].find((part) => typeof part === "string") ?? "";
}
// cli/src/comment/post-comment.ts
/** Keeps one comment of its kind in a pull request or merge request: creates, updates, and never adds a second one. */
const maxAttempts$1 = 4;
const attemptDelayMs$1 = 500;
/** Returns the URL of the comment, or null if there is none. Throws a command error if it can't be posted. */
async function postComment(target, access, comment) {
	const commenter = {
		target,
		access: {
			...access,
			token: target.token
		}
	};
	try {
		const id = await post(commenter, comment);
		return id === null ? null : target.pageOf(id);
	} catch (error) {
		if (!(error instanceof ForgeError) && !(error instanceof SurveyorUnreachableError)) throw error;
		throw new CommandError(exitCodes.unreachable, sentence(error, target));
	}
}
async function post(commenter, { marker, text, isQuiet }) {
	for (let attempt = 1;; attempt += 1) {
		const [kept, ...others] = await ownComments(commenter, marker);
		for (const { id } of others) await remove(commenter, id);
		if (kept === void 0 && isQuiet) return null;
		try {
			return await (kept === void 0 ? create(commenter, marker, text) : update(commenter, kept.id, text));
		} catch (error) {
			if (!(kept === void 0 ? mayBeCreated(error) : isGone(error)) || attempt === maxAttempts$1) throw error;
			await new Promise((resolve) => void setTimeout(resolve, attemptDelayMs$1 * attempt));
		}
	}
}
function mayBeCreated(error) {
	return error instanceof SurveyorUnreachableError || error instanceof ForgeError && error.status >= 500;
}
/** Another job, or a person, has removed the comment in the meantime. */
function isGone(error) {
	return error instanceof ForgeError && error.status === 404;
}
async function create(commenter, marker, text) {
	const { target, access } = commenter;
	const { content } = await forgeRequest(access, "POST", target.comments.replace(/\?.*/, ""), { body: text });
	const id = idOf(content);
	const [first] = await ownComments(commenter, marker);
	if (first === void 0 || first.id >= id) return id;
	await remove(commenter, id);
	return update(commenter, first.id, text);
}
async function update({ target, access }, id, text) {
	await forgeRequest(access, target.updateMethod, target.commentUrl(id), { body: text });
	return id;
}
async function remove({ target, access }, id) {
	await forgeRequest(access, "DELETE", target.commentUrl(id)).catch((error) => {
		if (!isGone(error)) throw error;
	});
}
/** The oldest first, as both forges list them. Comments of others don't count, even with the marker: their authors could edit them later. */
async function ownComments({ target, access }, marker) {
	const marked = [];
	for await (const item of forgeList(access, target.comments)) {
		const { id, body, user, author } = item;
		const by = user ?? author;
		if (body?.startsWith(marker) === true && by !== void 0) marked.push({
			id,
			body,
			author: by
		});
	}
	if (marked.length === 0) return [];
	const me = await ownUser(target, access);
	return marked.filter(({ author }) => me === null ? author.type === "Bot" : author.id === me);
}
/** Null for tokens of GitHub apps, such as that of a workflow, which belong to no user. */
async function ownUser({ user }, access) {
	try {
		const { content } = await forgeRequest(access, "GET", user);
		return idOf(content);
	} catch (error) {
		if (error instanceof ForgeError && error.status >= 400 && error.status < 500 && !error.isLimited) return null;
		throw error;
	}
}
function idOf(content) {
	const id = typeof content === "object" && content !== null && "id" in content ? content.id : null;
	if (typeof id === "number") return id;
	throw new ForgeError(200, "The response has no ID");
}
function sentence(error, { name, permission }) {
	const start = `The comment on ${name} couldn't be posted:`;
	if (error instanceof SurveyorUnreachableError) return `${start} ${error.message}`;
	const reason = error.message === "" ? `status ${error.status}` : `${error.message} (status ${error.status})`;
	if (error.isLimited) return `${start} ${reason}. The token has made too many requests. Try again later.`;
	switch (error.status) {
		case 401:
		case 403: return `${start} ${reason}. The token must be allowed to comment (${permission}).`;
		case 404: return `${start} ${reason}. It doesn't exist, or the token can't read it (${permission}).`;
		default: return `${start} ${reason}.`;
	}
}
// cli/src/comment/comment-report.ts
/** The comment of a report: its text, and the mark by which the next run finds it. */
/** Posts or updates the comment of an account and its regions, or of a plan for them. Returns its URL, or null if nothing changed and there is none. */
async function commentReport({ terminal, progress }, target, report, options, pictures = /* @__PURE__ */ new Map()) {
	const marker = markerOf(report, options.region);
	const head = `${marker}\n## Surveyor${isOfPlan(report) ? ": plan" : ""}\n\n`;
	const text = `${head}${reportMarkdown(report, {
		serviceUrl: serviceUrl(options, terminal.environment),
		pictures
	}, markdownLimit - head.length)}`;
	const fetch = await fetchFor(options.caFile, terminal.environment) ?? globalThis.fetch;
	const onRetry = (reason) => progress.note(`${target.name}: ${reason}`);
	return postComment(target, {
		fetch,
		retrySeconds: options.retryFor,
		onRetry
	}, {
		marker,
		text,
		isQuiet: report.scans.every(isQuiet)
	});
}
function isOfPlan({ scans }) {
	return scans.some(({ plan }) => plan !== void 0);
}
/** One for each account and set of regions, and another one for plans. It must not show the account in public repositories. */
function markerOf(report, regions) {
	const set = [...new Set(regions.split(",").map((region) => region.trim()))].toSorted();
	return `<!-- surveyor ${createHash("sha256").update(JSON.stringify([
		report.scans[0]?.account.id,
		...set,
		...isOfPlan(report) ? ["plan"] : []
	])).digest("hex").slice(0, 16)} -->`;
}
// cli/src/error-message.ts
/** Describes errors to users, with the exit code. */
function describeError(error) {
	if (error instanceof CommandError) return error;
	if (error instanceof SurveyorUnreachableError) return {
		exitCode: exitCodes.unreachable,
		message: error.message
	};
	if (error instanceof SurveyorApiError) return {
		exitCode: apiExitCode(error),
		message: apiText(error)
	};
	const stack = error instanceof Error ? error.stack ?? error.message : String(error);
	return {
		exitCode: exitCodes.defect,
		message: `Internal error. Please report it. ${stack}`
	};
}
function apiExitCode({ code }) {
	switch (code) {
		case "UNAUTHORIZED":
		case "FORBIDDEN":
		case "INTERNAL_ERROR":
		case "INVALID_API_VERSION": return exitCodes.unreachable;
		case "CONFLICT": return exitCodes.scanFailed;
		case "NOT_FOUND":
		case "BAD_REQUEST":
		case "VALIDATION_ERROR": return exitCodes.usage;
		default: return code;
	}
}
function apiText({ code, message, details, requestId }) {
	const problems = details.map(({ path, message }) => `${path.join(".")} ${message}`).join("; ");
	const request = code === "INTERNAL_ERROR" && requestId !== null ? ` Request ID: ${requestId}.` : "";
	return `${message}${problems === "" ? "" : ` ${problems}.`}${request}`;
}
// cli/src/report/junit.ts
/** Writes a report as JUnit XML: a test suite for each scan, with a test for the scan and for each condition. */
/** GitLab and Jenkins read such files as a whole. */
const listed = 1e3;
function reportJunit(report) {
	return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="Surveyor">\n${report.scans.map(suite).join("\n")}\n</testsuites>\n`;
}
function suite({ account, scan, gate, comparison }) {
	const name = `${account.alias} ${scan.region}`;
	const failure = scan.status === "failed" ? element("failure", scan.errorMessage ?? "The scan failed.", []) : "";
	const cases = [testCase(name, "scan", failure), ...gate.map((result) => testCase(name, result.condition.text, outcome(result)))];
	const failures = gate.filter(({ state }) => state === "failed").length + (failure === "" ? 0 : 1);
	const skipped = gate.filter(({ state }) => state === "skipped").length;
	const seconds = (Date.parse(scan.updatedAt) - Date.parse(scan.createdAt)) / 1e3;
	const counts = `tests="${cases.length}" failures="${failures}" errors="0" skipped="${skipped}" time="${seconds}"`;
	const changes = (comparison?.changes ?? []).map(({ summary }) => summary);
	return [
		`  <testsuite name="${xml(name)}" ${counts} timestamp="${scan.createdAt.slice(0, 19)}">`,
		...cases,
		`    <system-out>${xml(listText(changes))}</system-out>`,
		"  </testsuite>"
	].join("\n");
}
function outcome({ state, findings }) {
	if (state === "passed") return "";
	return state === "skipped" ? element("skipped", "There is no earlier scan to compare with.", []) : element("failure", findings[0] ?? "", findings);
}
function testCase(suiteName, name, content) {
	const start = `    <testcase classname="${xml(suiteName)}" name="${xml(name)}"`;
	return content === "" ? `${start} />` : `${start}>\n${content}\n    </testcase>`;
}
function element(name, message, lines) {
	return `      <${name} message="${xml(plainText(message))}">${xml(listText(lines))}</${name}>`;
}
function listText(lines) {
	const rest = lines.length > listed ? [`and ${lines.length - listed} more`] : [];
	return [...lines.slice(0, listed).map(plainText), ...rest].join("\n");
}
const escapes = {
	"&": "&amp;",
	"<": "&lt;",
	">": "&gt;",
	"\"": "&quot;"
};
const notXml = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;
/** Escaped, and without the code points that XML 1.0 doesn't allow. */
function xml(text) {
	return text.toWellFormed().replaceAll(/[&<>"]/g, (character) => escapes[character] ?? character).replaceAll(notXml, "�");
}
// contract/list-text.ts
/** Lists of ports and addresses in one text, as the API has them, for example `22,8443`. */
/** `22, 8443`, which people read more easily and which can break into lines. */
function spacedList(list) {
	return list.replaceAll(/,(?! )/g, ", ");
}
// cli/src/report/gate.ts
/** The conditions of `--fail-on`: their syntax, and what fails them. */
/** Of the scan alone. */
const stateLists = {
	exposed: ({ exposures }) => exposures.map(ofExposure),
	unread: ({ coverage }) => coverage.gaps.map(ofGap)
};
/** Of the comparison. */
const changeLists = {
	"exposure-opened": ({ exposures }) => exposures.opened.map(ofExposure),
	"exposure-changed": ({ exposures }) => exposures.changed.map(ofExposure),
	"exposure-unknown": ({ exposures }) => exposures.unknown.map(ofExposure),
	added: ({ added }) => added.map(ofResource),
	removed: ({ removed }) => removed.map(ofResource),
	replaced: (comparison) => changesOf(comparison, "replaced"),
	changed: (comparison) => changesOf(comparison, "changed"),
	unknown: ({ unknown }) => unknown.map(ofResource)
};
/** Of a plan. */
const planLists = {
	"cut-off": ({ cutOff }) => cutOff.map(ofCutOff),
	breaks: ({ breaks }) => breaks.flatMap(({ resource, dependents }) => dependents.filter(isWorse).map((each) => ofBreak(resource, each))),
	missing: ({ missing }) => missing.map(ofMissing),
	unmanaged: ({ unmanaged }) => (unmanaged ?? []).map(ofResource),
	unjudged: ({ unknown }) => unknown.map(ofUnknown)
};
function planFindings(name, plan) {
	return planLists[name](plan).map(({ text }) => text);
}
const kinds = [
	changeLists,
	stateLists,
	planLists
].flatMap((lists) => Object.keys(lists));
/** `isPlan`: whether the conditions are about a plan, which has more of them. */
function parseConditions(text, { isPlan = false } = {}) {
	const conditions = text.split(",").map((part) => part.trim()).filter((part) => part !== "").map(parseCondition);
	const ofPlan = conditions.find((condition) => condition.kind === "list" && isPlanKind(condition.name));
	if (ofPlan !== void 0 && !isPlan) throw usageError(`"${ofPlan.text}" is a condition of "surveyor plan" only.`);
	return conditions;
}
function parseCondition(text) {
	const coverage = /^coverage\s*<\s*(\d{1,3}(?:\.\d+)?)\s*%$/.exec(text);
	if (coverage !== null && Number(coverage[1]) <= 100) return {
		kind: "coverage",
		text,
		minimumPercent: Number(coverage[1])
	};
	const [, name = "", type] = /^([a-z-]+)(?::([\w:*]+))?$/.exec(text) ?? [];
	if (isFindingKind(name)) return {
		kind: "list",
		text,
		name,
		type: type === void 0 ? null : pattern(type)
	};
	throw usageError(`"${text}" isn't a condition. Conditions: ${kinds.join(", ")}, each with :TYPE if you like, and coverage<95%.`);
}
function isFindingKind(name) {
	return kinds.includes(name);
}
function isStateKind(name) {
	return Object.hasOwn(stateLists, name);
}
function isChangeKind(name) {
	return Object.hasOwn(changeLists, name);
}
function isPlanKind(name) {
	return Object.hasOwn(planLists, name);
}
function pattern(type) {
	return new RegExp(`^${type.replaceAll("*", ".*")}$`, "i");
}
function needsComparison(conditions) {
	return conditions.some((condition) => condition.kind === "list" && isChangeKind(condition.name));
}
function needsExposures(conditions) {
	return conditions.some((condition) => condition.kind === "list" && condition.name === "exposed");
}
/** What meets a condition, or for coverage what lowers it. Null if that needs an earlier scan, and there is none. */
function findingsOf(condition, facts) {
	const kind = kindOf(condition);
	return listOf(kind, facts)?.filter(({ type }) => concerns(condition, type)).map((one) => ({
		kind,
		...one
	})) ?? null;
}
function listOf(kind, facts) {
	if (isStateKind(kind)) return stateLists[kind](facts);
	if (isPlanKind(kind)) return facts.plan === null ? null : planLists[kind](facts.plan);
	return facts.comparison === null ? null : changeLists[kind](facts.comparison);
}
function kindOf(condition) {
	return condition.kind === "coverage" ? "unread" : condition.name;
}
/** Whether a condition is about a type. */
function concerns(condition, type) {
	return condition.kind === "coverage" || condition.type === null || condition.type.test(type);
}
/** Accepted findings fail nothing, and accepted types count as read. */
function evaluate(condition, facts, isAccepted = () => false) {
	const findings = findingsOf(condition, facts);
	if (findings === null) return {
		condition,
		state: "skipped",
		findings: [],
		accepted: []
	};
	const rest = findings.filter((finding) => !isAccepted(finding));
	const accepted = findings.filter((finding) => !rest.includes(finding)).map(({ text }) => text);
	if (condition.kind === "coverage") {
		const { types, collected } = facts.coverage;
		const counted = {
			types,
			collected: collected + accepted.length,
			gaps: []
		};
		return {
			condition,
			state: coveragePercent(counted) < condition.minimumPercent ? "failed" : "passed",
			findings: [`coverage is ${percentText(counted)}`],
			accepted
		};
	}
	const texts = rest.map(({ text }) => text).sort(compareNames);
	return {
		condition,
		state: rest.length > 0 ? "failed" : "passed",
		findings: texts,
		accepted
	};
}
function ofGap({ type, status, action }) {
	return {
		type,
		resource: "",
		detail: "",
		text: `${type} couldn't be read (${status}${action === null ? "" : ` ${action}`})`
	};
}
function ofResource({ type, id, name }) {
	return {
		type,
		resource: id,
		detail: "",
		text: name === null || name === id ? `${type} ${id}` : `${type} ${name} (${id})`
	};
}
function ofMissing({ address, type, id }) {
	return {
		type,
		resource: id,
		detail: address,
		text: `${address} (${id})`
	};
}
function ofCutOff({ from, summary }) {
	return {
		type: from.slice(0, from.indexOf("/")),
		resource: from,
		detail: summary,
		text: summary
	};
}
function isWorse({ effect }) {
	return effect === "breaks" || effect === "degrades";
}
function ofBreak(cause, { resource, effect }) {
	const detail = `${effect} without ${cause.name ?? cause.id}`;
	return {
		type: resource.type,
		resource: resource.id,
		detail,
		text: `${ofResource(resource).text} ${detail}`
	};
}
function ofUnknown({ address, resource, reason }) {
	const text = address === null ? reason : `${address}: ${reason}`;
	return {
		type: resource?.type ?? "",
		resource: resource?.id ?? address ?? "",
		detail: reason,
		text
	};
}
/** Exposures have conditions of their own. */
function changesOf({ changes }, kind) {
	return changes.filter((change) => change.kind === kind && change.area !== "exposure").map(({ resource: { type, id }, summary }) => ({
		type,
		resource: id ?? "",
		detail: summary,
		text: summary
	}));
}
function ofExposure(exposure) {
	const { type, name, id } = exposure.resource;
	const detail = exposureText(exposure);
	return {
		type,
		resource: id ?? "",
		detail,
		text: `${name ?? id ?? type}: ${spacedList(detail)}`
	};
}
/** For example `tcp 443 from internet by security group`. */
function exposureText({ protocol, ports, from, accounts, by }) {
	return [
		protocol,
		ports,
		`from ${accounts.length === 0 ? from : `${accounts.length === 1 ? "account" : "accounts"} ${accounts.join(", ")}`}`,
		`by ${by}`
	].filter((part) => part !== null).join(" ");
}
// cli/src/report/sarif.ts
/** Writes a report as SARIF 2.1.0 for code scanning: changes, types that couldn't be read, and failed conditions. */
/** The most results of one run that GitHub shows. */
const maxResults = 5e3;
const rule = (id, level, text) => ({
	id,
	shortDescription: { text },
	defaultConfiguration: { level }
});
const changeRules = {
	exposure: rule("exposure", "error", "An exposure was opened."),
	data: rule("data", "warning", "A data store changed."),
	access: rule("access", "warning", "Access or encryption changed."),
	network: rule("network", "warning", "The network changed."),
	workload: rule("workload", "note", "A workload changed."),
	size: rule("size", "note", "A size changed."),
	settings: rule("settings", "note", "A setting changed."),
	tags: rule("tags", "note", "Tags changed.")
};
const unread = rule("unread", "note", "A resource type couldn't be read.");
const failedCondition = rule("gate", "error", "A condition of --fail-on failed.");
const failedScan = rule("scan", "error", "A scan failed.");
const cutOff = rule("cut-off", "warning", "A connection would be blocked.");
const breaks = rule("breaks", "warning", "A resource would break or degrade.");
const rules = [
	failedScan,
	failedCondition,
	...Object.values(changeRules),
	cutOff,
	breaks,
	unread
];
function reportSarif(report, version) {
	const results = report.scans.flatMap((scan) => found(scan).map((one) => result(one, scan)));
	const log = {
		$schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
		version: "2.1.0",
		runs: [{
			tool: { driver: {
				name: "Surveyor",
				semanticVersion: version,
				rules
			} },
			automationDetails: { id: `surveyor/${categoryOf(report)}/` },
			invocations: [{
				executionSuccessful: report.scans.every(({ scan }) => scan.status === "completed"),
				...results.length > maxResults && { toolExecutionNotifications: [{
					level: "warning",
					message: { text: `Only the first ${maxResults} of ${results.length} results.` }
				}] }
			}],
			properties: { gateFailed: isGateFailed(report) },
			results: results.slice(0, maxResults)
		}]
	};
	return `${JSON.stringify(log, null, 2)}\n`;
}
/** The account with its regions. Plans and scans don't replace each other. */
function categoryOf({ scans }) {
	const regions = scans.map(({ scan }) => scan.region).toSorted();
	return `${scans.some(({ plan }) => plan !== void 0) ? "plan/" : ""}${scans[0]?.scan.customerCloudAccountId}/${regions.join("+")}`;
}
function found({ scan, comparison, coverage, gate, plan }) {
	const failure = scan.status === "failed" ? [{
		rule: failedScan,
		text: scan.errorMessage ?? "The scan failed.",
		resource: ""
	}] : [];
	const conditions = gate.filter(({ state }) => state === "failed").map(({ condition, findings }) => ({
		rule: failedCondition,
		text: `${condition.text}: ${findings.slice(0, 10).join("; ")}`,
		resource: condition.text
	}));
	const changes = (comparison?.changes ?? []).filter(({ kind }) => kind !== "closed").flatMap(({ area, summary, resource }) => area === "coverage" ? [] : [{
		rule: changeRules[area],
		text: summary,
		resource: resource.arn ?? `${resource.type}/${resource.id}`
	}]);
	const gaps = (coverage?.gaps ?? []).map(({ type, status, reason }) => ({
		rule: unread,
		text: `${type} couldn't be read (${status}). ${reason ?? ""}`.trim(),
		resource: type
	}));
	return [
		...failure,
		...conditions,
		...changes,
		...plan === void 0 ? [] : ofPlan(plan),
		...gaps
	];
}
function ofPlan(plan) {
	return [...planFindings("cut-off", plan).map((text) => ({
		rule: cutOff,
		text,
		resource: text
	})), ...planFindings("breaks", plan).map((text) => ({
		rule: breaks,
		text,
		resource: text
	}))];
}
function result({ rule, text, resource }, { scan }) {
	const place = `aws/${scan.customerCloudAccountId}/${scan.region}`;
	const identity = [
		rule.id,
		place,
		resource,
		rule === failedCondition ? "" : text
	].join("\n");
	return {
		ruleId: rule.id,
		ruleIndex: rules.indexOf(rule),
		level: rule.defaultConfiguration.level,
		message: { text: plainText(text).replaceAll("](", String.raw`\](`) },
		locations: [{
			physicalLocation: {
				artifactLocation: { uri: place },
				region: { startLine: 1 }
			},
			...resource !== "" && { logicalLocations: [{
				fullyQualifiedName: resource,
				kind: "resource"
			}] }
		}],
		partialFingerprints: { "surveyor/v1": createHash("sha256").update(identity).digest("hex") }
	};
}
// cli/package.json
var version$1 = "0.1.0";
function formatReport(report, format, terminal) {
	switch (format) {
		case "text": return reportText(report, terminal === null ? (_, text) => text : painter(terminal.output, terminal.environment));
		case "json": return reportJson(report);
		case "markdown": return reportMarkdown(report);
		case "junit": return reportJunit(report);
		case "sarif": return reportSarif(report, version$1);
		default: throw new Error(format);
	}
}
function reportJson(report) {
	const scans = report.scans.map(({ coverage, gate, ...scan }) => ({
		...scan,
		coverage: coverage === null ? null : {
			...coverage,
			percent: coveragePercent(coverage)
		},
		gate: gate.map(({ condition, ...result }) => ({
			condition: condition.text,
			...result
		}))
	}));
	const gate = {
		failed: isGateFailed(report),
		conditions: failedConditions(report).map(({ condition }) => condition.text)
	};
	return `${JSON.stringify({
		scans,
		notAvailable: report.notAvailable,
		gate
	}, null, 2)}\n`;
}
// cli/src/terminal/write-file.ts
/** Writes files completely or not at all. */
/** Writes a file beside the target and renames it. Throws a usage error if that fails. */
async function writeWholeFile(path, content) {
	const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}`);
	try {
		await writeFile(temporary, content, { flag: "wx" });
		await rename(temporary, path);
	} catch (error) {
		await rm(temporary, { force: true });
		throw usageError(`${path} couldn't be written: ${error instanceof Error ? error.message : String(error)}.`);
	}
}
/** Throws a usage error for a target that can't be written, before any work is done for it. */
async function checkTarget(path) {
	const folder = dirname(path);
	if (await stat(path).then((found) => found.isDirectory(), () => false)) throw usageError(`${path} is a folder. Name a file.`);
	await access(folder, constants.W_OK).catch(() => {
		throw usageError(`The folder ${folder} doesn't exist, or isn't writable.`);
	});
}
// cli/src/commands/finish-report.ts
/** A failed scan counts more than a failed condition, because conditions of other scans don't apply to it. */
function exitCodeOf(report) {
	if (report.scans.some(({ scan }) => scan.status === "failed")) return exitCodes.scanFailed;
	return isGateFailed(report) ? exitCodes.gateFailed : exitCodes.fine;
}
// cli/src/comment/comment-target.ts
/** Pull requests of GitHub and merge requests of GitLab: where their comments are. */
/** Throws a usage error for an address of another form, and without a token. */
function commentTarget(text, environment) {
	const url = URL.canParse(text) ? new URL(text) : null;
	const token = (environment["SURVEYOR_COMMENT_TOKEN"] ?? "").trim();
	const target = url === null ? null : gitHub(url, token, environment) ?? gitLab(url, token, environment);
	if (target === null) throw usageError(`"${text}" isn't the address of a pull request (https://github.com/OWNER/REPOSITORY/pull/7) or of a merge request (https://gitlab.com/GROUP/PROJECT/-/merge_requests/7).`);
	if (token === "") throw usageError(`Set SURVEYOR_COMMENT_TOKEN to a token that may comment on ${target.name} (${target.permission}).`);
	if (!/^[\x21-\x7E]+$/.test(token)) throw usageError("SURVEYOR_COMMENT_TOKEN must be one line without spaces.");
	return target;
}
function gitHub({ origin, pathname }, token, environment) {
	const [, repository, number] = /^\/([\w.-]+\/[\w.-]+)\/pull\/(\d+)(?:\/|$)/.exec(pathname) ?? [];
	if (repository === void 0 || number === void 0) return null;
	const api = gitHubApi(origin, environment);
	const issues = `${api}/repos/${repository}/issues`;
	return {
		name: `pull request ${number} of ${repository}`,
		token,
		comments: `${issues}/${number}/comments?per_page=100`,
		commentUrl: (id) => `${issues}/comments/${id}`,
		updateMethod: "PATCH",
		user: `${api}/user`,
		pageOf: (id) => `${origin}/${repository}/pull/${number}#issuecomment-${id}`,
		permission: "in GitHub Actions: permissions: pull-requests: write"
	};
}
/** GitHub Enterprise Server has its API below its own address. */
function gitHubApi(origin, environment) {
	const { GITHUB_SERVER_URL: server, GITHUB_API_URL: api } = environment;
	if (server === origin && api !== void 0) return api;
	return origin === "https://github.com" ? "https://api.github.com" : `${origin}/api/v3`;
}
function gitLab({ origin, pathname }, token, environment) {
	const api = environment["CI_API_V4_URL"]?.startsWith(`${origin}/`) === true ? environment["CI_API_V4_URL"] : `${origin}/api/v4`;
	const root = new URL(api).pathname.replace(/\/api\/v4$/, "");
	if (!pathname.startsWith(`${root}/`)) return null;
	const [, project, number] = /^\/(.+)\/-\/merge_requests\/(\d+)(?:\/|$)/.exec(pathname.slice(root.length)) ?? [];
	if (project === void 0 || number === void 0) return null;
	const notes = `${api}/projects/${encodeURIComponent(decodeURIComponent(project))}/merge_requests/${number}/notes`;
	return {
		name: `merge request ${number} of ${project}`,
		token,
		comments: `${notes}?per_page=100&sort=asc&order_by=created_at`,
		commentUrl: (id) => `${notes}/${id}`,
		updateMethod: "PUT",
		user: `${api}/user`,
		pageOf: (id) => `${origin}${root}/${project}/-/merge_requests/${number}#note_${id}`,
		permission: "in GitLab: a project access token with the role Reporter and the scope api"
	};
}
// cli/src/look-up.ts
/** Finds the account connection and the scan that the arguments name. */
/** Of IDs, in any letter case. */
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** By connection ID, account ID, or alias. Throws a usage error unless exactly one matches. */
async function findAccount(client, name) {
	if (uuid.test(name)) return accountById(client, name);
	const accounts = await collect(client.list("/api/accounts"));
	const exact = accounts.filter(({ alias, cloudAccountId }) => alias === name || cloudAccountId === name);
	const matching = exact.length > 0 ? exact : accounts.filter(({ alias }) => alias.toLowerCase() === name.toLowerCase());
	const [account] = matching;
	if (account === void 0) {
		const aliases = accounts.map(({ alias }) => `"${alias}"`);
		throw usageError(`No account connection has the alias or ID "${name}". ${aliases.length === 0 ? "There are none." : `Available: ${aliases.slice(0, 20).join(", ")}.`}`);
	}
	if (matching.length > 1) throw usageError(`Several account connections match "${name}": ${matching.map(({ id, alias }) => `${id} ("${alias}")`).join(", ")}. Use the ID of one of them.`);
	return account;
}
async function accountById(client, id) {
	return client.get("/api/accounts/{id}", { path: { id } }).catch((error) => {
		if (!(error instanceof SurveyorApiError) || error.code !== "NOT_FOUND") throw error;
		throw usageError(`No account connection has the ID ${id}.`);
	});
}
/** By ID, or the last completed scan of an account and region. Throws a usage error if there is none. */
async function findScan(client, id, choice) {
	if (id === void 0) return lastCompleted(client, choice);
	if (choice.account !== void 0 || choice.region !== void 0) throw usageError("Name either a scan ID, or --account and --region.");
	if (!uuid.test(id)) throw usageError(`"${id}" isn't a scan ID. "surveyor scans" lists them.`);
	return client.get("/api/scans/{id}", { path: { id } }).catch((error) => {
		if (!(error instanceof SurveyorApiError) || error.code !== "NOT_FOUND") throw error;
		throw usageError(`There is no scan ${id}.`);
	});
}
async function lastCompleted(client, { account: name, region }) {
	if (name === void 0) throw usageError("Name a scan ID, or --account for the last completed scan of an account.");
	const account = await findAccount(client, name);
	const query = {
		accountId: account.id,
		status: "completed"
	};
	for await (const scan of client.list("/api/scans", { query })) if (region === void 0 || scan.region === region) return scan;
	const place = region === void 0 ? "" : ` of ${region}`;
	throw usageError(`The account "${account.alias}" has no completed scan${place}.`);
}
// cli/src/plan-file.ts
/**
* Reads a plan, and leaves out what the service doesn't need: plans have secrets, among them the values of all
* variables.
*/
/** The limit of the service. */
const maxBytes = 16777216;
/** Parsing takes about ten times as much memory. */
const maxFileMib = 128;
/** `path`: a file, or `-` for standard input. Throws a usage error that has no values of the plan. */
async function readPlanFile(path, terminal) {
	const name = path === "-" ? "Standard input" : path;
	const bytes = await readBytes(path === "-" ? terminal.input : createReadStream(path), name);
	if (bytes.subarray(0, 2).toString("latin1") === "PK") throw usageError(`${name} is a saved plan of Terraform, not JSON. Use "terraform show -json ${path === "-" ? "PLAN" : path}".`);
	const plan = neededPart(parse(textOf(bytes), name));
	if (Buffer.byteLength(JSON.stringify(plan)) > maxBytes) throw usageError("The plan is too large: without what the service ignores, it has more than 16 MiB.");
	return plan;
}
async function readBytes(input, name) {
	const chunks = [];
	let size = 0;
	try {
		for await (const chunk of input) {
			size += chunk.length;
			if (size > maxFileMib * 1024 * 1024) break;
			chunks.push(Buffer.from(chunk));
		}
	} catch (error) {
		throw usageError(`The plan couldn't be read: ${error.message}.`);
	}
	if (size > maxFileMib * 1024 * 1024) throw usageError(`${name} is too large: a plan has at most ${maxFileMib} MiB.`);
	return Buffer.concat(chunks);
}
/** Windows PowerShell writes UTF-16. */
function textOf(bytes) {
	const isUtf16 = bytes[0] === 255 && bytes[1] === 254;
	return bytes.toString(isUtf16 ? "utf16le" : "utf8");
}
function parse(text, name) {
	let value;
	try {
		value = JSON.parse(text.replace(/^\uFEFF/, ""));
	} catch {
		throw usageError(`${name} isn't JSON. ${text.trimStart().startsWith("{") ? "It may be cut off." : "Use \"terraform show -json PLAN\"."}`);
	}
	if (!isObject$1(value)) throw usageError(`${name} is JSON, but not a plan.`);
	if (isDeeperThan(500, value)) throw usageError("The plan has too many levels of values within values.");
	return value;
}
/** A plan has less than 100 levels. */
function isDeeperThan(levels, value) {
	if (typeof value !== "object" || value === null) return false;
	return levels === 0 || Object.values(value).some((each) => isDeeperThan(levels - 1, each));
}
function isObject$1(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
/** Of another document, only the names of its parts, by which the service explains what it is. */
function neededPart(document) {
	if ("ChangeSetId" in document || "ChangeSetName" in document) return {
		...pick(document, [
			"ChangeSetId",
			"ChangeSetName",
			"StackId",
			"NextToken"
		]),
		...pick(document, [
			"Status",
			"StatusReason",
			"ExecutionStatus"
		]),
		..."Changes" in document && { Changes: each(document["Changes"], neededStackChange) }
	};
	if (!("format_version" in document)) return Object.fromEntries(Object.keys(document).map((name) => [name, null]));
	const { resource_changes: changes, resource_drift: drift, prior_state: state, configuration } = document;
	return {
		...pick(document, [
			"format_version",
			"errored",
			"complete"
		]),
		..."values" in document && { values: null },
		..."planned_values" in document && { planned_values: null },
		..."resource_changes" in document && { resource_changes: each(changes, neededChange) },
		..."resource_drift" in document && { resource_drift: each(drift, neededChange) },
		..."deferred_changes" in document && { deferred_changes: each(document["deferred_changes"], () => ({})) },
		..."action_invocations" in document && { action_invocations: each(document["action_invocations"], () => ({})) },
		...isObject$1(state) && isObject$1(state["values"]) && { prior_state: { values: { root_module: neededModule(state["values"]["root_module"]) } } },
		...isObject$1(configuration) && { configuration: {
			provider_config: neededProviders(configuration["provider_config"]),
			root_module: neededNames(configuration["root_module"])
		} }
	};
}
function pick(value, names) {
	return Object.fromEntries(names.flatMap((name) => name in value ? [[name, value[name]]] : []));
}
function each(list, needed) {
	return Array.isArray(list) ? list.map(needed) : list;
}
const resourceFields = [
	"address",
	"type",
	"mode",
	"provider_name",
	"deposed"
];
const stackFields = [
	"Action",
	"PolicyAction",
	"LogicalResourceId",
	"PhysicalResourceId",
	"ResourceType",
	"Replacement",
	"BeforeContext",
	"AfterContext"
];
/** Values are in the contexts. Details only show where they come from. */
function neededStackChange(entry) {
	const change = isObject$1(entry) ? entry["ResourceChange"] : void 0;
	if (!isObject$1(entry) || !isObject$1(change)) return entry;
	const details = each(change["Details"], (detail) => isObject$1(detail) ? {
		...pick(detail, ["ChangeSource", "CausingEntity"]),
		Target: isObject$1(detail["Target"]) ? pick(detail["Target"], ["Name", "Path"]) : null
	} : null);
	return {
		...pick(entry, ["Type"]),
		ResourceChange: {
			...pick(change, stackFields),
			Details: details
		}
	};
}
function neededChange(entry) {
	if (!isObject$1(entry) || !isObject$1(entry["change"])) return entry;
	const { change } = entry;
	return {
		...pick(entry, resourceFields),
		change: {
			...pick(change, [
				"actions",
				"after_unknown",
				"before_sensitive",
				"after_sensitive"
			]),
			before: withoutSensitive(change["before"], change["before_sensitive"]),
			after: withoutSensitive(change["after"], change["after_sensitive"], change["before"])
		}
	};
}
/**
* Marks have the form of the value, with `true` where it is sensitive. `old`: the value before. Of a sensitive value,
* only whether it stays is left: `null` if it does, and otherwise `false`.
*/
function withoutSensitive(value, marks, old = value) {
	if (marks === true) return isDeepStrictEqual(value, old) ? null : false;
	if (Array.isArray(value)) return value.map((item, at) => withoutSensitive(item, memberOf(marks, at), memberOf(old, at)));
	if (!isObject$1(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withoutSensitive(item, memberOf(marks, name), memberOf(old, name))]));
}
function memberOf(value, name) {
	return typeof value === "object" && value !== null && Object.hasOwn(value, name) ? value[name] : null;
}
function neededModule(module) {
	if (!isObject$1(module)) return null;
	return {
		resources: each(module["resources"], (resource) => isObject$1(resource) ? {
			...pick(resource, [...resourceFields, "sensitive_values"]),
			values: withoutSensitive(resource["values"], resource["sensitive_values"])
		} : null),
		child_modules: each(module["child_modules"], neededModule)
	};
}
/** The regions of providers, and which other arguments they have. */
function neededProviders(providers) {
	if (!isObject$1(providers)) return {};
	return mapValues(providers, (provider) => {
		const expressions = isObject$1(provider) ? provider["expressions"] : void 0;
		if (!isObject$1(expressions)) return { expressions: {} };
		return { expressions: {
			...mapValues(expressions, () => null),
			...pick(expressions, ["region"])
		} };
	});
}
/** The names that expressions refer to, without constants. */
function neededNames(module) {
	if (!isObject$1(module)) return null;
	const { resources, module_calls: calls, outputs } = module;
	return {
		resources: each(resources, (resource) => isObject$1(resource) ? {
			...pick(resource, ["address", "provider_config_key"]),
			expressions: withoutConstants(resource["expressions"])
		} : null),
		outputs: isObject$1(outputs) ? mapValues(outputs, (output) => ({ expression: isObject$1(output) ? withoutConstants(output["expression"]) : {} })) : {},
		module_calls: isObject$1(calls) ? mapValues(calls, (call) => isObject$1(call) ? {
			expressions: withoutConstants(call["expressions"]),
			module: neededNames(call["module"])
		} : null) : {}
	};
}
function withoutConstants(expression) {
	if (Array.isArray(expression)) return expression.map(withoutConstants);
	if (!isObject$1(expression)) return null;
	if ("references" in expression) return { references: expression["references"] };
	if ("constant_value" in expression) return { constant_value: null };
	return mapValues(expression, withoutConstants);
}
function mapValues(value, change) {
	return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, change(item)]));
}
// cli/src/terminal/progress.ts
const barWidth = 24;
const erase = "\r\x1B[2K";
/** Between plain lines, so that the log of a pipeline stays short. */
const plainIntervalMs = 1e4;
function createProgress(terminal, options) {
	if (options.quiet) return {
		update() {},
		note() {},
		end() {}
	};
	const { errorOutput, environment } = terminal;
	return errorOutput.isTTY === true && environment["TERM"] !== "dumb" ? bar(terminal) : lines(terminal);
}
function bar({ errorOutput }) {
	let shown = "";
	return {
		update(text, done) {
			const filled = Math.round((done ?? 0) * barWidth);
			const line = `${"█".repeat(filled)}${"░".repeat(barWidth - filled)} ${text}`.slice(0, (errorOutput.columns ?? 80) - 1);
			if (line !== shown) errorOutput.write(`${erase}${line}`);
			shown = line;
		},
		note(text) {
			errorOutput.write(`${shown === "" ? "" : erase}${text}\n${shown}`);
		},
		end() {
			if (shown !== "") errorOutput.write(erase);
			shown = "";
		}
	};
}
function lines({ errorOutput }) {
	let shown = "";
	let shownAt = Number.NEGATIVE_INFINITY;
	return {
		update(text) {
			if (text === shown || performance.now() - shownAt < plainIntervalMs) return;
			errorOutput.write(`${text}\n`);
			shown = text;
			shownAt = performance.now();
		},
		note(text) {
			errorOutput.write(`${text}\n`);
		},
		end() {}
	};
}
// cli/src/session.ts
/** Runs a command, and removes its progress bar in any case. */
async function withSession(options, terminal, work) {
	const progress = createProgress(terminal, { quiet: options.quiet === true });
	let lastReason = "";
	const client = await connect(options, terminal, (reason) => {
		if (reason !== lastReason) progress.note(`${reason} Retrying for up to ${options.retryFor} s.`);
		lastReason = reason;
	});
	try {
		return await work({
			client,
			terminal,
			progress
		});
	} finally {
		progress.end();
	}
}
// cli/src/report/baseline-file.ts
/** The baseline file: findings that a team accepts, so that they don't fail the gate. */
const version = 1;
/** Throws a usage error for a file that can't be read or isn't a baseline file. A missing one is empty if allowed. */
async function readBaselineFile(path, isMissingAllowed) {
	const text = await readFile(path, "utf8").catch((error) => {
		if (error.code !== "ENOENT") throw usageError(`The baseline file ${path} couldn't be read: ${error.message}.`);
		if (isMissingAllowed) return null;
		throw usageError(`There is no baseline file ${path}. Write it with --accept.`);
	});
	return {
		path,
		entries: text === null ? [] : parseEntries(path, text)
	};
}
function parseEntries(path, text) {
	const content = parseJson(path, text);
	if (!isObject(content) || !Array.isArray(content["accepted"])) throw usageError(`${path} isn't a baseline file: it has no list "accepted".`);
	if (content["version"] !== version) throw usageError(`${path} has version ${JSON.stringify(content["version"] ?? null)}. This program reads version ${version}.`);
	return content["accepted"].map((entry, index) => {
		if (isEntry(entry)) return entry;
		throw usageError(`${path} isn't a baseline file: entry ${index + 1} needs the texts ${fields.join(", ")}.`);
	});
}
function parseJson(path, text) {
	try {
		return JSON.parse(text.replace(/^\uFEFF/, ""));
	} catch (error) {
		throw usageError(`${path} isn't JSON: ${error instanceof Error ? error.message : String(error)}.`);
	}
}
const fields = [
	"account",
	"region",
	"finding",
	"type",
	"resource",
	"detail"
];
function isObject(value) {
	return typeof value === "object" && value !== null;
}
function isEntry(value) {
	return isObject(value) && fields.every((field) => typeof value[field] === "string");
}
function baselineText({ entries }) {
	const accepted = entries.toSorted((one, other) => identity(one) < identity(other) ? -1 : 1);
	return `${JSON.stringify({
		version,
		accepted
	}, null, 2)}\n`;
}
function isAcceptedBy(file, place) {
	const accepted = new Set(file?.entries.map(identity));
	return (finding) => accepted.has(identity(entryOf(place, finding)));
}
/**
* Replaces the entries that the conditions decide by what they find now. Entries of other conditions, accounts, and
* regions stay, and so do the reasons.
*/
function acceptFindings(file, gate) {
	const earlier = new Map(file.entries.map((entry) => [identity(entry), entry]));
	const kept = file.entries.filter((entry) => !gate.decides(entry));
	const entries = new Map([...kept, ...gate.found].map((entry) => [identity(entry), earlier.get(identity(entry)) ?? entry]));
	return {
		...file,
		entries: [...entries.values()]
	};
}
/** The entries of a scan that match nothing any more, and those of unknown kinds. */
function unusedEntries({ entries }, gate) {
	const found = new Set(gate.found.map(identity));
	return entries.flatMap((entry) => {
		if (!isOf(gate.place, entry)) return [];
		const { finding, type, resource, detail } = entry;
		const text = [
			finding,
			type,
			resource,
			detail
		].filter((part) => part !== "").join(" ");
		if (!isFindingKind(finding)) return [`${text} (unknown kind of finding)`];
		return gate.decides(entry) && !found.has(identity(entry)) ? [text] : [];
	});
}
/** What the conditions find in a scan. Conditions that are skipped decide nothing. */
function decidedGate(place, conditions, facts) {
	const results = conditions.map((condition) => ({
		condition,
		findings: findingsOf(condition, facts)
	}));
	const decided = results.filter(({ findings }) => findings !== null).map(({ condition }) => condition);
	return {
		place,
		found: results.flatMap(({ findings }) => findings ?? []).map((finding) => entryOf(place, finding)),
		decides: (entry) => isOf(place, entry) && decided.some((condition) => kindOf(condition) === entry.finding && concerns(condition, entry.type))
	};
}
function isOf({ account, region }, entry) {
	return entry.account === account && entry.region === region;
}
function entryOf({ account, region }, { kind, type, resource, detail }) {
	return {
		account,
		region,
		finding: kind,
		type,
		resource,
		detail
	};
}
function identity(entry) {
	return JSON.stringify(fields.map((field) => entry[field]));
}
// cli/src/commands/scan-gate.ts
/** The gate of `scan`, `compare`, and `plan`: the conditions of `--fail-on`, less what the baseline file accepts. */
/** Throws a usage error before anything is scanned. `isPlan`: whether conditions of plans are allowed. */
async function openGate(options, { isPlan = false } = {}) {
	const conditions = parseConditions(options.failOn ?? "", { isPlan });
	const { baselineFile: path, accept = false } = options;
	if (path !== void 0 && conditions.length === 0) throw usageError("--baseline-file needs --fail-on.");
	if (path === void 0 && accept) throw usageError("--accept needs --baseline-file.");
	if (path !== void 0 && accept) await checkTarget(path);
	let file = path === void 0 ? null : await readBaselineFile(path, accept);
	return {
		conditions,
		evaluate(place, facts) {
			const decided = decidedGate(place, conditions, facts);
			if (file !== null && accept) file = acceptFindings(file, decided);
			const isAccepted = isAcceptedBy(file, place);
			return {
				gate: conditions.map((condition) => evaluate(condition, facts, isAccepted)),
				baseline: file === null ? null : {
					file: file.path,
					unused: unusedEntries(file, decided)
				}
			};
		},
		async save() {
			if (file !== null && accept) await writeWholeFile(file.path, baselineText(file));
		}
	};
}
// cli/src/commands/compare.ts
/** `surveyor compare`, and the comparison of `surveyor scan`. */
/** Reads what a completed scan found and what changed, and evaluates the conditions. */
async function completedScan(client, options) {
	const { account, scan, base, isFirstAllowed, gate } = options;
	const { id } = scan;
	const { coverage } = await client.get("/api/scans/{id}/coverage", { path: { id } });
	const summary = summarizeCoverage(coverage);
	const comparison = base === null ? null : await client.get("/api/scans/{id}/compare", {
		path: { id },
		query: { base }
	}).catch((error) => {
		if (!(error instanceof SurveyorApiError) || error.code !== "NOT_FOUND") throw baseError(error, base);
		if (isFirstAllowed) return null;
		throw missingBase(base, scan);
	});
	const exposures = await openExposures(client, id, gate.conditions);
	const place = {
		account: account.cloudAccountId,
		region: scan.region
	};
	return {
		account: {
			id: account.id,
			alias: account.alias,
			cloudAccountId: account.cloudAccountId
		},
		scan,
		coverage: summary,
		comparison,
		note: base === null || comparison !== null ? null : firstNote(base, scan),
		...gate.evaluate(place, {
			coverage: summary,
			comparison,
			exposures,
			plan: null
		}),
		files: []
	};
}
function firstNote(base, scan) {
	if (base === "previous") return "There is no earlier scan of this account and region to compare with.";
	return missingBase(base, scan).message;
}
/** Empty unless a condition needs them. */
async function openExposures(client, id, conditions) {
	if (!needsExposures(conditions)) return [];
	return collect(client.list("/api/scans/{id}/exposure", {
		path: { id },
		query: { verdict: "open" }
	}));
}
const day = /^\d{4}-\d{2}-\d{2}$/;
/** Other bases that aren't scan IDs are names of baselines. */
const time = new RegExp(`^previous$|^[1-9]\\d{0,3}[dh]$|${day.source}`);
const bases = "A base is previous, a scan ID, a date (2026-11-15), an age (7d, 12h), or the name of a baseline.";
/** Throws a usage error for a base that is wrong for every new scan of the region, before one is created. */
async function checkBase(client, base, place) {
	if (uuid.test(base)) {
		const { cloudAccountId, region } = await findScan(client, base, {});
		if (cloudAccountId === place.account.id && place.regions.every((one) => one === region)) return;
		throw usageError(`The base "${base}" must be a scan of the same account and region.`);
	}
	if (!time.test(base)) {
		if ((await collect(client.list("/api/accounts/{id}/baselines", { path: { id: place.account.id } }))).some(({ name, region }) => name === base && place.regions.includes(region))) return;
		throw usageError(`There is no baseline "${base}" of this account in ${place.regions.join(", ")}. ${bases}`);
	}
	if (day.test(base) && !(/* @__PURE__ */ new Date(`${base}T00:00:00Z`)).toJSON()?.startsWith(base)) throw usageError(`The base "${base}" must be a day of the calendar.`);
}
function missingBase(base, { region }) {
	if (uuid.test(base)) return usageError(`There is no scan ${base} to compare with.`);
	if (!time.test(base)) return usageError(`There is no baseline "${base}" of this account in ${region}. ${bases}`);
	return usageError(`There is no completed scan of this account in ${region} to compare with (base "${base}").`);
}
/** The errors of the API name its parameters, which aren't those of the command line. */
function baseError(error, base) {
	if (!(error instanceof SurveyorApiError)) return error;
	const ofBase = error.details.filter(({ path: [parameter] }) => parameter === "base" || parameter === "compare");
	if (ofBase.length === 0) return error;
	const reason = ofBase.map(({ message }) => message).join("; ");
	return usageError(reason.includes("wrong form") ? `"${base}" isn't a base. ${bases}` : `The base "${base}" ${reason}.`);
}
// cli/src/commands/plan.ts
/** `surveyor plan`: what a plan of Terraform, OpenTofu, or CloudFormation would do to an account. */
/** Throws a usage error for what is wrong without asking the service. */
async function checkPlan(file, options, terminal) {
	const gate = await openGate(options, { isPlan: true });
	if (file === "-" && options.keyFile === "-") throw usageError("Standard input can be the plan or the API key, not both. Use --key-file with a path.");
	return {
		options,
		document: await readPlanFile(file, terminal),
		gate
	};
}
/** Compares a plan with a completed scan. */
async function planReport({ client }, { options, document, gate }) {
	const scan = await findScan(client, options.scan, options);
	if (scan.status !== "completed") throw usageError(`The scan ${scan.id} is ${scan.status}. A plan can only be compared with a completed scan.`);
	const { comparison, ...rest } = await client.planAgainstScan(scan.id, document).catch((error) => {
		throw isNoPlan(error) ? usageError(error.details.map(({ message }) => message).join(" ")) : error;
	});
	const { id, alias, cloudAccountId } = await accountById(client, scan.cloudAccountId);
	const { coverage } = await client.get("/api/scans/{id}/coverage", { path: { id: scan.id } });
	const summary = summarizeCoverage(coverage);
	const exposures = await openExposures(client, scan.id, gate.conditions);
	const place = {
		account: cloudAccountId,
		region: scan.region
	};
	const evaluated = gate.evaluate(place, {
		coverage: summary,
		comparison,
		exposures,
		plan: rest
	});
	await gate.save();
	return {
		scans: [{
			account: {
				id,
				alias,
				cloudAccountId
			},
			scan,
			coverage: summary,
			comparison,
			note: null,
			...evaluated,
			files: [],
			plan: rest
		}],
		notAvailable: []
	};
}
function isNoPlan(error) {
	return error instanceof SurveyorApiError && error.code === "VALIDATION_ERROR" && error.details.length > 0;
}
const formatOfExtension = {
	...Object.fromEntries([
		"svg",
		"png",
		"pdf",
		"html",
		"drawio",
		"mermaid",
		"d2",
		"dot",
		"json"
	].map((format) => [`.${format}`, format])),
	".mmd": "mermaid",
	".gv": "dot"
};
/** Throws a usage error for a name that no format has. */
function formatOf(path) {
	const format = formatOfExtension[extname(path).toLowerCase()];
	if (format !== void 0) return format;
	throw usageError(`The ending of ${path} isn't a format. Use one of: ${Object.keys(formatOfExtension).join(", ")}.`);
}
/** Returns the ID of the first page of a view, or of the view that opens first. Throws a usage error without it. */
async function diagramOf(client, scan, view) {
	const query = {
		scanId: scan.id,
		...view !== void 0 && { type: view }
	};
	for await (const diagram of client.list("/api/diagrams", { query })) return diagram.id;
	throw usageError(`The scan ${scan.id} (${scan.status}) has no diagram${view === void 0 ? "" : ` "${view}"`}.`);
}
// cli/src/commands/wait-for-scans.ts
async function waitForScans(session, scans) {
	const { client, progress } = session;
	const startedAt = performance.now();
	const expected = await expectedResources(session, scans);
	const states = new Map(scans.map((scan) => [scan.id, scan]));
	const show = (scan) => {
		states.set(scan.id, scan);
		const seconds = Math.round((performance.now() - startedAt) / 1e3);
		progress.update(`${stateText([...states.values()])}, ${seconds} s`, doneShare([...states.values()], expected));
	};
	for (const scan of scans) show(scan);
	const results = await Promise.allSettled(scans.map(({ id }) => client.waitForScan(id, show)));
	const failure = results.find((result) => result.status === "rejected");
	if (failure !== void 0) throw failure.reason;
	return results.flatMap((result) => result.status === "fulfilled" ? [result.value] : []);
}
function stateText(scans) {
	const found = plural(scans.reduce((sum, scan) => sum + resourceCount(scan), 0), "resource");
	const [first] = scans;
	if (scans.length === 1 && first !== void 0) return `${first.region} ${first.status}: ${found}`;
	return `${scans.filter(isEnded).length} of ${plural(scans.length, "region")} ended: ${found}`;
}
function isEnded({ status }) {
	return status === "completed" || status === "failed";
}
/** The resources of the last completed scan of each region: the best guess of how many there are. */
async function expectedResources({ client, terminal }, scans) {
	const expected = /* @__PURE__ */ new Map();
	const [first] = scans;
	if (terminal.errorOutput.isTTY !== true || first === void 0) return expected;
	const query = {
		accountId: first.cloudAccountId,
		status: "completed",
		limit: 100
	};
	const { scans: earlier } = await client.get("/api/scans", { query });
	for (const scan of earlier) if (!expected.has(scan.region)) expected.set(scan.region, resourceCount(scan));
	return expected;
}
/** Null if any region has no earlier scan. Until all have ended, something is left to do. */
function doneShare(scans, expected) {
	let done = 0;
	for (const scan of scans) {
		const resources = expected.get(scan.region);
		if (isEnded(scan)) done += 1;
		else if (resources === void 0) return null;
		else done += Math.min(.95, resourceCount(scan) / Math.max(1, resources));
	}
	return done / scans.length;
}
// cli/src/commands/scan.ts
/** `surveyor scan`: scans regions of an account, waits, saves diagrams, compares, and evaluates the gate. */
/** Throws a usage error for what is wrong without asking the service. */
async function checkScan(options) {
	const gate = await openGate(options);
	const regions = [...new Set(options.region.split(",").map((region) => region.trim()))].filter((region) => region !== "");
	if (regions.length === 0) throw usageError("--region is empty.");
	await checkOut(options.out, regions);
	const needsBase = options.comment !== void 0 || needsComparison(gate.conditions);
	return {
		options,
		regions,
		base: options.compare ?? (needsBase ? "previous" : null),
		gate
	};
}
/** Scans the regions. Waits for them, and reports what changed, if an option needs that. */
async function scanRegions(session, { options, regions, base, gate }) {
	const { client, progress } = session;
	const account = await findAccount(client, options.account);
	const isAll = regions.includes("all");
	const known = isAll || regions.length > 1 ? await client.regions() : regions;
	const invalid = regions.filter((region) => region !== "all" && !known.includes(region));
	if (invalid.length > 0) throw usageError(`Not a region: ${invalid.join(", ")}.`);
	if (base !== null) await checkBase(client, base, {
		account,
		regions: isAll ? known : regions
	});
	const created = await createScans(session, account, isAll ? known : regions, {
		...options,
		isAll
	});
	if (!(options.wait === true || [
		options.out,
		options.compare,
		options.failOn,
		options.comment
	].some((value) => value !== void 0))) return {
		scans: created.map((scan) => unfinished(account, scan)),
		notAvailable: []
	};
	const ended = await waitForScans(session, created).catch((error) => {
		if (!(error instanceof SurveyorUnreachableError)) throw error;
		throw new SurveyorUnreachableError(`${error.message} ${continues(created)}`, { cause: error });
	});
	const notAvailable = isAll ? await unavailableScans(session, ended) : [];
	const scans = [];
	for (const scan of ended.filter((scan) => !notAvailable.includes(scan))) scans.push(await endedScan(session, account, scan, {
		...options,
		base,
		gate
	}));
	progress.end();
	await gate.save();
	return {
		scans,
		notAvailable: notAvailable.map(({ region }) => region)
	};
}
/**
* The failed scans of regions that don't exist yet or that the account hasn't enabled: nothing was denied, nothing
* failed, and only global types could be read.
*/
async function unavailableScans({ client }, scans) {
	const unavailable = [];
	for (const scan of scans.filter(({ status }) => status === "failed")) {
		const { coverage } = await client.get("/api/scans/{id}/coverage", { path: { id: scan.id } });
		const statuses = new Set(coverage.map(({ status }) => status));
		if (statuses.has("unavailable") && !statuses.has("denied") && !statuses.has("failed")) unavailable.push(scan);
	}
	return unavailable;
}
async function checkOut(out, regions) {
	if (out === void 0) return;
	formatOf(out);
	if ((regions.length > 1 || regions[0] === "all") && !out.includes("{region}")) throw usageError("With several regions, the name of --out needs {region}, for example map-{region}.svg.");
	await checkTarget(out);
}
async function createScans({ client }, account, regions, options) {
	const scans = [];
	for (const region of regions) {
		const idempotencyKey = options.idempotencyKey === void 0 ? void 0 : `${options.idempotencyKey}/${region}`;
		const created = await client.createScan({
			cloudAccountId: account.id,
			region
		}, { idempotencyKey }).catch((error) => {
			if (!(error instanceof SurveyorApiError && error.details.some(({ path }) => path[0] === "region"))) throw error;
			if (options.isAll) return null;
			throw usageError(`The region "${region}" ${error.details.map(({ message }) => message).join("; ")}.`);
		});
		if (created !== null) scans.push(created);
	}
	return scans;
}
function continues(scans) {
	const ids = scans.map(({ id }) => id).join(", ");
	return scans.length === 1 ? `The scan ${ids} may continue in the service.` : `These scans may continue in the service: ${ids}.`;
}
async function endedScan(session, account, scan, wanted) {
	const { client } = session;
	if (scan.status === "failed") return unfinished(account, scan);
	const { base, gate, out, view } = wanted;
	const report = await completedScan(client, {
		account,
		scan,
		base,
		isFirstAllowed: true,
		gate
	});
	if (out === void 0) return report;
	const path = out.replaceAll("{region}", scan.region);
	const compare = wanted.compare === void 0 ? void 0 : report.comparison?.base.id;
	await writeWholeFile(path, await client.diagramContent(await diagramOf(client, scan, view), {
		format: formatOf(path),
		...compare !== void 0 && { compare }
	}));
	return {
		...report,
		files: [path]
	};
}
function unfinished({ id, alias, cloudAccountId }, scan) {
	return {
		account: {
			id,
			alias,
			cloudAccountId
		},
		scan,
		coverage: null,
		comparison: null,
		note: null,
		gate: [],
		baseline: null,
		files: []
	};
}
// action/src/draw-changes.ts
async function drawChanges(client, { scan, comparison, plan }, { format, view }) {
	const compare = comparison !== null && plan === void 0 ? { compare: comparison.base.id } : {};
	return client.diagramContent(await diagramOf(client, scan, view), {
		format,
		...compare
	});
}
// action/src/inputs.ts
/** Reads the inputs of the action, and the environment and event of the workflow. */
/** As `@actions/core` reads it. */
function optional(environment, name) {
	const value = environment[`INPUT_${name.replaceAll(" ", "_").toUpperCase()}`]?.trim() ?? "";
	return value === "" ? void 0 : value;
}
/** Throws a usage error for inputs that are missing or wrong. */
async function readInputs(environment) {
	const event = await readEvent(environment["GITHUB_EVENT_PATH"]);
	const repository = environment["GITHUB_REPOSITORY"] ?? "";
	const head = event.pull_request?.head;
	const isFork = head !== void 0 && head.repo?.full_name !== repository;
	const input = (name) => optional(environment, name);
	const required = (name, why = "") => {
		const value = input(name);
		if (value === void 0) throw usageError(`The input "${name}" is missing.${why}`);
		return value;
	};
	const fork = isFork ? " GitHub has no secrets for pull requests from forks, such as this one." : "";
	return {
		url: required("url"),
		apiKey: required("api-key", fork),
		account: required("account"),
		region: input("region") ?? "us-east-1",
		plan: input("plan"),
		compare: input("compare") ?? "previous",
		failOn: input("fail-on"),
		baselineFile: input("baseline-file"),
		view: input("view"),
		token: input("token") ?? "",
		pictureBranch: input("picture-branch"),
		folder: input("folder") ?? join(environment["RUNNER_TEMP"] ?? ".", `surveyor-${crypto.randomUUID()}`),
		retryFor: wholeNumber("retry-for", input("retry-for") ?? "60"),
		pullRequest: isTrue("comment", input("comment") ?? "true") ? pullRequest(event, input("pull-request")) : null,
		runner: {
			repository,
			serverUrl: environment["GITHUB_SERVER_URL"] ?? "https://github.com",
			apiUrl: environment["GITHUB_API_URL"] ?? "https://api.github.com",
			workBranches: [
				event.repository?.default_branch,
				head?.ref,
				event.pull_request?.base.ref
			].filter((branch) => branch !== void 0)
		}
	};
}
async function readEvent(path) {
	if (path === void 0) return {};
	try {
		return JSON.parse(await readFile(path, "utf8"));
	} catch (error) {
		throw usageError(`The event of the workflow couldn't be read: ${String(error)}.`);
	}
}
function pullRequest({ pull_request, issue }, input) {
	if (input !== void 0) return wholeNumber("pull-request", input);
	return pull_request?.number ?? (issue?.pull_request === void 0 ? null : issue.number);
}
function wholeNumber(name, text) {
	if (/^\d{1,9}$/.test(text)) return Number(text);
	throw usageError(`The input "${name}" must be a whole number, not "${text}".`);
}
/** The spellings of YAML 1.2, as for all actions. */
function isTrue(name, text) {
	if (/^(?:true|True|TRUE)$/.test(text)) return true;
	if (/^(?:false|False|FALSE)$/.test(text)) return false;
	throw usageError(`The input "${name}" must be true or false, not "${text}".`);
}
// action/src/picture-branch.ts
/** Stores diagrams on a branch that the team made for them, so that comments can show them. */
/** Null without the input. Throws a usage error for a branch that doesn't exist or that people work on. */
async function openPictureBranch(inputs, environment) {
	const { pictureBranch: branch, runner, token, retryFor } = inputs;
	if (branch === void 0) return null;
	if (runner.workBranches.includes(branch)) throw usageError(`The picture branch must be a separate branch. "${branch}" has your code.`);
	const access = {
		token,
		fetch: await fetchFor(void 0, environment) ?? globalThis.fetch,
		retrySeconds: retryFor
	};
	const repository = `${runner.apiUrl}/repos/${runner.repository}`;
	const branchUrl = `${repository}/branches/${encodeURIComponent(branch)}`;
	await forgeRequest(access, "GET", branchUrl).catch((error) => {
		if (!(error instanceof ForgeError) || error.status !== 404) throw pictureError(error, branch);
		throw usageError(`${runner.repository} has no branch "${branch}" for pictures. Create it first.`);
	});
	return { async store(client, report, view) {
		const links = /* @__PURE__ */ new Map();
		for (const one of report.scans.filter((one) => one.scan.status === "completed" && !isQuiet(one))) {
			const content = await drawChanges(client, one, {
				format: "svg",
				view
			});
			const path = `surveyor/${one.scan.id}.svg`;
			const file = {
				url: `${repository}/contents/${path}`,
				branch,
				branchUrl,
				content
			};
			const commit = await commitFile(access, file).catch((error) => {
				throw pictureError(error, branch);
			});
			links.set(one.scan.id, `${runner.serverUrl}/${runner.repository}/raw/${commit}/${path}`);
		}
		return links;
	} };
}
const maxAttempts = 5;
const attemptDelayMs = 200;
/** Returns the commit that has the file. */
async function commitFile(access, { url, branch, branchUrl, content }) {
	const body = {
		message: "Add a diagram",
		branch,
		content: Buffer.from(content).toString("base64")
	};
	for (let attempt = 1;; attempt += 1) try {
		const { content } = await forgeRequest(access, "PUT", url, body);
		return content.commit.sha;
	} catch (error) {
		const status = error instanceof ForgeError ? error.status : 0;
		if (status === 422) return headOf(access, branchUrl);
		if (status !== 409 || attempt === maxAttempts) throw error;
		await new Promise((resolve) => void setTimeout(resolve, attemptDelayMs * attempt));
	}
}
async function headOf(access, branchUrl) {
	const { content } = await forgeRequest(access, "GET", branchUrl);
	return content.commit.sha;
}
function pictureError(error, branch) {
	if (!(error instanceof ForgeError)) return error;
	const permission = error.status === 403 ? " The job needs \"permissions: contents: write\"." : "";
	return new CommandError(exitCodes.unreachable, `The picture couldn't be stored on the branch "${branch}": ${error.message} (status ${error.status}).${permission}`);
}
// action/src/runner.ts
/** What the runner of GitHub Actions takes from a program: commands in its output, and lines in files. */
/** Hides a value in the log. */
function mask({ output }, value) {
	output.write(`::add-mask::${escaped(value)}\n`);
}
function annotate({ output }, level, message) {
	output.write(`::${level} title=Surveyor::${escaped(message)}\n`);
}
/** Prints text with names of other people, which must not be commands. */
function print({ output }, text) {
	const end = randomUUID();
	output.write(`::stop-commands::${end}\n${text}::${end}::\n`);
}
function escaped(text) {
	return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}
async function setOutputs(environment, outputs) {
	const lines = Object.entries(outputs).map(([name, value]) => {
		const end = `end_${randomUUID()}`;
		return `${name}<<${end}\n${value}\n${end}\n`;
	});
	await append(environment["GITHUB_OUTPUT"], lines.join(""));
}
async function addSummary(environment, markdown) {
	await append(environment["GITHUB_STEP_SUMMARY"], markdown);
}
/** Runners of other forges may have no such file. */
async function append(path, text) {
	if (path !== void 0 && path !== "") await appendFile(path, text);
}
// action/src/run-action.ts
/** Scans, writes the files, comments, and sets the outputs. */
/** Resolves with the exit code and never rejects. */
async function runAction(terminal) {
	try {
		return await scanAndComment(terminal, await readInputs(terminal.environment));
	} catch (error) {
		return fail(terminal, error);
	}
}
async function fail(terminal, error) {
	const { exitCode, message } = describeError(error);
	annotate(terminal, "error", plainText(message));
	await setOutputs(terminal.environment, { "exit-code": String(exitCode) });
	return exitCode;
}
async function scanAndComment(runner, inputs) {
	const { environment } = runner;
	mask(runner, inputs.apiKey);
	const { url, account, region, plan, compare, failOn, baselineFile, view, retryFor } = inputs;
	const options = {
		account,
		region,
		retryFor,
		url,
		...failOn !== void 0 && { failOn },
		...baselineFile !== void 0 && { baselineFile }
	};
	const terminal = {
		...runner,
		environment: {
			...environment,
			SURVEYOR_API_KEY: inputs.apiKey,
			SURVEYOR_COMMENT_TOKEN: inputs.token
		}
	};
	const makeReport = plan === void 0 ? await scanning({
		...options,
		compare
	}) : await planning(plan, options, terminal);
	const target = targetOf(inputs, terminal);
	return withSession(options, terminal, async (session) => {
		const pictureBranch = target === null ? null : await openPictureBranch(inputs, environment);
		const report = await makeReport(session);
		print(terminal, formatReport(report, "text", null));
		const files = await writeFiles(session, report, inputs.folder, view);
		await addSummary(environment, formatReport(report, "markdown", null));
		annotateFailures(terminal, report);
		const problems = [];
		const attempt = async (work) => work().catch((error) => {
			problems.push(error);
			return null;
		});
		const pictures = await attempt(() => pictureBranch?.store(session.client, report, view) ?? Promise.resolve(null));
		const commentUrl = target === null ? null : await attempt(() => commentReport(session, target, report, options, pictures ?? void 0));
		const failures = problems.map(describeError);
		for (const { message } of failures) annotate(terminal, "error", plainText(message));
		const ownCode = exitCodeOf(report);
		const exitCode = ownCode === exitCodes.fine ? failures[0]?.exitCode ?? ownCode : ownCode;
		await setOutputs(environment, {
			...outputsOf(report),
			...files,
			"comment-url": commentUrl ?? "",
			"exit-code": String(exitCode)
		});
		return exitCode;
	});
}
async function scanning(options) {
	const checked = await checkScan(options);
	return (session) => scanRegions(session, checked);
}
async function planning(file, options, terminal) {
	const checked = await checkPlan(file, options, terminal);
	return (session) => planReport(session, checked);
}
/** Null without a comment. */
function targetOf({ pullRequest, runner }, terminal) {
	if (pullRequest !== null) return commentTarget(`${runner.serverUrl}/${runner.repository}/pull/${pullRequest}`, terminal.environment);
	annotate(terminal, "notice", "There is no comment, because it is off, or the workflow runs for no pull request.");
	return null;
}
async function writeFiles({ client }, report, folder, view) {
	await mkdir(folder, { recursive: true });
	const write = async (name, content) => {
		await writeWholeFile(join(folder, name), content);
		return join(folder, name);
	};
	const diagrams = [];
	for (const one of report.scans.filter(({ scan }) => scan.status === "completed")) {
		const content = await drawChanges(client, one, {
			format: "html",
			view
		});
		diagrams.push(await write(`map-${one.scan.region}.html`, content));
	}
	return {
		folder,
		sarif: await write("surveyor.sarif", formatReport(report, "sarif", null)),
		junit: await write("surveyor.xml", formatReport(report, "junit", null)),
		json: await write("surveyor.json", formatReport(report, "json", null)),
		markdown: await write("surveyor.md", formatReport(report, "markdown", null)),
		html: diagrams.join(",")
	};
}
function annotateFailures(terminal, report) {
	for (const { scan } of report.scans.filter(({ scan }) => scan.status === "failed")) annotate(terminal, "error", plainText(`The scan of ${scan.region} failed. ${scan.errorMessage ?? ""}`));
	for (const { condition, findings } of failedConditions(report)) annotate(terminal, "error", plainText(`Gate failed: ${condition.text}: ${findings.slice(0, 5).join("; ")}`));
}
function outputsOf(report) {
	const hasGate = report.scans.some(({ gate }) => gate.length > 0);
	return {
		gate: isGateFailed(report) ? "failed" : hasGate ? "passed" : "none",
		changes: String(report.scans.reduce((sum, { comparison }) => sum + (comparison?.changes.length ?? 0), 0)),
		"scan-ids": report.scans.map(({ scan }) => scan.id).join(",")
	};
}
// action/src/main.ts
/** The GitHub Action: the command line's scan, with inputs, outputs, and a comment. */
process.exitCode = needsRestart(process.env) ? await restart(fileURLToPath(import.meta.url), process.env) : await runAction({
	environment: withoutProxies(process.env),
	output: process.stdout,
	errorOutput: process.stderr,
	input: Readable.from([]),
	readStandardInput: () => Promise.resolve("")
});
export {};
