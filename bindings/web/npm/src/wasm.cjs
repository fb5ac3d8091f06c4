module.exports = require("./wasm.js");
