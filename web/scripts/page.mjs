// Where unit tests run: Node, with modules made as for a page and not as for a server.
export default { name: 'page', transformMode: 'web', setup: () => ({ teardown() {} }) }
