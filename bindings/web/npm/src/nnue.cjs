module.exports = require("./nnue.js");
