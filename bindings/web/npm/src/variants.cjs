module.exports = require("./variants.js");
